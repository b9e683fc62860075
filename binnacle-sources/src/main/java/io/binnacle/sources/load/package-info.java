/**
 * From the files of a directory to what is in force, as a function of what was in force before: no
 * clock, no thread, no file system.
 *
 * <p>Reading order: {@link io.binnacle.sources.load.LoadedConfiguration} (the result), {@link
 * io.binnacle.sources.load.GroupAssigner} (who is given what), {@code UnitState} (what is
 * remembered of each group), {@link io.binnacle.sources.load.ConfigurationLoader} (the steps),
 * {@code UnitReader}, {@code Conflicts}.
 */
@NullMarked
package io.binnacle.sources.load;

import org.jspecify.annotations.NullMarked;
