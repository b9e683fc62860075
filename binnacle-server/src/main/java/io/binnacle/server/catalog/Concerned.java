package io.binnacle.server.catalog;

import io.binnacle.core.resource.ResourceType;
import io.binnacle.server.internal.Internal;
import java.util.Set;

/**
 * One stream that a publish concerned, or several publishes that it took as one step.
 *
 * @param step number of the publish on that stream
 * @param types in which it changed something for the stream
 */
@Internal
public record Concerned(StreamAnswers stream, long step, Set<ResourceType> types) {}
