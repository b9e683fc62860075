/**
 * What the system reports about directories: of sources of groups, and of files that a client
 * follows. What a report means for them is theirs.
 */
@NullMarked
package io.binnacle.text.watch;

import org.jspecify.annotations.NullMarked;
