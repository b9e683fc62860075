/**
 * Revisions: what was accepted, when, from whom and why (G-6).
 *
 * <p>{@link io.binnacle.sources.revision.RevisionStore} is where they are kept; the module {@code
 * binnacle-store-git} has the one that is a Git repository. A {@link
 * io.binnacle.sources.revision.RevisionDraft} is a change that is to become a {@link
 * io.binnacle.sources.revision.Revision}. {@link io.binnacle.sources.revision.RevisionWriter} makes
 * them of what a source accepts: {@code RevisionContent} says what is in them, {@code
 * RevisionPaths} where it stands there.
 */
@NullMarked
package io.binnacle.sources.revision;

import org.jspecify.annotations.NullMarked;
