/**
 * A node's resources as files that its Envoy follows by itself (F-2, F-3).
 *
 * <p>Read {@link io.binnacle.sources.export.FileExport} first. {@code ExportedFiles} decides which
 * files there are and what is in them, {@code PathSources} makes resources refer to files, {@code
 * ExportDirectory} puts files into place.
 */
@NullMarked
package io.binnacle.sources.export;

import org.jspecify.annotations.NullMarked;
