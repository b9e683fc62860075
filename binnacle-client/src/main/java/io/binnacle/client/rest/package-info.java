/** REST-JSON polling (P), from the client's side. */
@NullMarked
package io.binnacle.client.rest;

import org.jspecify.annotations.NullMarked;
