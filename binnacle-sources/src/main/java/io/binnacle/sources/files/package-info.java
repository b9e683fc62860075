/**
 * The file system: what is in a directory, and when it changes (G-5).
 *
 * <p>Reading order: {@link io.binnacle.sources.files.RawFile}, {@link
 * io.binnacle.sources.files.Scan}, {@link io.binnacle.sources.files.DirectoryScanner}, {@link
 * io.binnacle.text.watch.DirectoryWatch} (reports of changes), {@link
 * io.binnacle.sources.files.Settling} (which files are finished), {@link
 * io.binnacle.sources.files.Calm} (how long that takes).
 */
@NullMarked
package io.binnacle.sources.files;

import org.jspecify.annotations.NullMarked;
