/** How a client stands, as the client status discovery service tells it (C-16). */
@NullMarked
package io.binnacle.client.csds;

import org.jspecify.annotations.NullMarked;
