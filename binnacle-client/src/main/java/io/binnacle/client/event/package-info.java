/**
 * The feed of what happens between a client and its servers, from which logs and metrics derive.
 */
@NullMarked
package io.binnacle.client.event;

import org.jspecify.annotations.NullMarked;
