/** DiscoveryResponses as files and REST answers hold them. */
@NullMarked
package io.binnacle.client.internal.content;

import org.jspecify.annotations.NullMarked;
