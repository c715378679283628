/**
 * Settings of the techniques, a class for each: all of them are {@link dev.oraculum.api.settings.Settings}, with the names, ranges,
 * defaults and published values of the {@link dev.oraculum.api.settings.SettingsSchema}. They stand together, and not each with its
 * request, because they are one sealed family: what can be set is the engine's to say.
 */
package dev.oraculum.api.settings;
