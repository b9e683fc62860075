/**
 * Records in files of ours: how a whole record is recognized after a crash or a fault of the disk.
 */
@NullMarked
package io.binnacle.core.record;

import org.jspecify.annotations.NullMarked;
