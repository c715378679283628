/** Subjects of evaluation: methods whose right assertion is known, in the style of GAssert's small subjects. */
package dev.oraculum.subjects;
