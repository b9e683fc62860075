/**
 * Where configuration comes from: directories of files (G-1 to G-5).
 *
 * <p>Reading order: {@link io.binnacle.sources.DirectorySource} (a directory that is watched and
 * published), {@code Reloader} (what a look at it leads to), {@code Looking} and {@code
 * ReloadSchedule} (when to look, and what of it is finished), {@link io.binnacle.sources.GroupSink}
 * and {@link io.binnacle.sources.SourceEvent} (where it goes), then the packages: {@code files}
 * (the file system), {@code load} (what is in force), {@code group} (from text to resources),
 * {@code select} (which nodes).
 *
 * <p>Revisions (G-6) attach here: {@link io.binnacle.sources.SourceEvent.Accepted} carries what is
 * in force, from which {@code revision} makes revisions; and {@code ConfigurationLoader.load} takes
 * files from wherever they come, so a start gives it those of the newest revision.
 */
@NullMarked
package io.binnacle.sources;

import org.jspecify.annotations.NullMarked;
