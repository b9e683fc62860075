package io.binnacle.sources.files;

import java.nio.file.Path;
import java.nio.file.attribute.FileTime;

/**
 * Where a file was found, and when it was written. Beside its bytes that shows whether somebody
 * touched it between two looks.
 *
 * @param entry the real path of its directory, with its name there: what reports of arrivals name
 * @param real the file itself, behind all symbolic links: what reports of writes name
 * @param modified when it was written last, by the file system's clock
 * @param stable whether it stayed the same while it was read
 */
public record FileStamp(Path entry, Path real, FileTime modified, boolean stable) {}
