/**
 * YAML and JSON text to protobuf messages with positions, and back.
 *
 * <p>Nothing here throws because of what a file holds: each fault becomes a {@link Finding}, and
 * all findings of a file are reported at once (CL-5).
 *
 * <p>Reading order: {@link Finding}; {@code tree} (text to a tree of nodes that know their place);
 * {@code subst} ({@code ${...}} on that tree, G-4); {@code types} (which message a type URL means,
 * G-7); {@code decode} (tree to message); {@code print} (message to text).
 */
@NullMarked
package io.binnacle.text;

import org.jspecify.annotations.NullMarked;
