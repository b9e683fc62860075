/**
 * What a client is told about where its resources come from: {@link
 * io.binnacle.client.config.XdsSource}s, and the readers of bootstrap files, which give {@link
 * io.binnacle.client.config.ClientBootstrap}. Values and readers only; nothing here connects.
 */
@NullMarked
package io.binnacle.client.config;

import org.jspecify.annotations.NullMarked;
