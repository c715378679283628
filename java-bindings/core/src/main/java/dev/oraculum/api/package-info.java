/** The public Java API of Oraculum: {@link dev.oraculum.api.Engine} is the way in. */
package dev.oraculum.api;
