/** Processes of other projects' software, and how a test waits for them. */
@NullMarked
package io.binnacle.interop.peers;

import org.jspecify.annotations.NullMarked;
