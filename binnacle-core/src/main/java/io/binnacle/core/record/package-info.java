/** Records in files of ours: how one is told from what a crash or a disk left of it. */
@NullMarked
package io.binnacle.core.record;

import org.jspecify.annotations.NullMarked;
