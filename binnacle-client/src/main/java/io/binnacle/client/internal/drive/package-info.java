/**
 * What drives the sessions of {@code io.binnacle.core.client}. One thread, the {@link
 * io.binnacle.client.internal.drive.Loop}, owns all of it; transports hand in what came, watchers
 * are called on another thread by {@link io.binnacle.client.internal.drive.Delivery}.
 *
 * <p>A {@link io.binnacle.client.internal.drive.Space} is one cache and what fills it. Its {@link
 * io.binnacle.client.internal.drive.SourceChain} has a {@link
 * io.binnacle.client.internal.drive.Feed} for each source, which makes its {@link
 * io.binnacle.client.internal.drive.Attempts} there, tried in turn (C-14). Events go to watchers,
 * or to a {@link io.binnacle.client.internal.drive.Follower}, which stays on the loop.
 */
@NullMarked
package io.binnacle.client.internal.drive;

import org.jspecify.annotations.NullMarked;
