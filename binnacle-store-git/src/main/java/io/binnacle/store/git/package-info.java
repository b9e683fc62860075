/**
 * Revisions in a bare Git repository (G-6), which plain git reads.
 *
 * <p>{@link io.binnacle.store.git.GitRevisionStore} is the store. {@code Folder} is the state of
 * the newest revision in memory, so that a commit costs what it changes; {@code RevisionText} the
 * message of a commit; {@code RevisionNumbers} finds one by its number. {@code Repositories} makes
 * and opens the repository, whatever a killed process left of it; {@code ObjectFiles} brings what
 * was written to the disk; {@code Packing} makes many small files few large ones in the background.
 */
@NullMarked
package io.binnacle.store.git;

import org.jspecify.annotations.NullMarked;
