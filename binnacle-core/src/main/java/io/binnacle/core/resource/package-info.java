/**
 * What the protocol carries: resource types, names and resources.
 *
 * <p>Read {@link io.binnacle.core.resource.ResourceType} first, then {@link
 * io.binnacle.core.resource.ResourceName} and {@link io.binnacle.core.resource.Resource}.
 * Everything here is an immutable value; nothing here knows streams or views.
 */
@NullMarked
package io.binnacle.core.resource;

import org.jspecify.annotations.NullMarked;
