/** REST-JSON polling (P), from the client's side. */
@NullMarked
package io.binnacle.client.internal.rest;

import org.jspecify.annotations.NullMarked;
