/** Results as one HTML page, for people: {@link dev.oraculum.api.report.ReportPage}. */
package dev.oraculum.api.report;
