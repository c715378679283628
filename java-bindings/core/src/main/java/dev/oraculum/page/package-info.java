/**
 * One HTML page out of results as JSON ({@link dev.oraculum.api.report}): a file is recognised by its content, and each kind of result has
 * a class that writes its part. The page is XML, too, and needs nothing but itself. What a file says is text and never markup: {@link
 * dev.oraculum.page.Html} is the only one that writes a tag, and its tags and attributes are constants of ours.
 */
package dev.oraculum.page;
