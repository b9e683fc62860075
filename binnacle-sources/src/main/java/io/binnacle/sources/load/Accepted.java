package io.binnacle.sources.load;

import io.binnacle.sources.group.ReadyGroup;
import io.binnacle.sources.group.text.GroupText;
import org.jspecify.annotations.Nullable;

/**
 * The last good state of a group: what is in force (G-5).
 *
 * @param unit the files that it was read from
 * @param ready null when it is only included and so never served itself
 */
record Accepted(Unit unit, GroupText text, @Nullable ReadyGroup ready) {}
