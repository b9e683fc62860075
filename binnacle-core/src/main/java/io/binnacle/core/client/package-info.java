/**
 * The client's side of the protocol as pure state machines: subscriptions, responses and time go
 * in; requests and events come out. No thread, clock, socket or log in here; everything has one
 * owner thread, and time is nanoseconds of the driver's clock, as an argument.
 *
 * <p>Three ledgers are kept apart, since each has a life of its own:
 *
 * <ul>
 *   <li>what is <b>watched and held</b>, over streams and servers: {@link
 *       io.binnacle.core.client.ResourceCache};
 *   <li>what was <b>asked</b> on this stream, and
 *   <li>what was <b>received</b> on this stream: {@link io.binnacle.core.client.ClientSession}.
 * </ul>
 *
 * <p>How it works: the application watches a name in the cache. A session compares what is watched
 * with what it asked on its stream, and {@code poll} gives the request that makes them equal. A
 * response is read resource by resource; what is good goes into the cache, which makes the events;
 * what is not is told to the server in the NACK and to its watchers. Whoever feeds a cache (a SotW
 * or delta stream, one for all types or one for each, REST polls, files), watchers see the same
 * events in one order.
 *
 * <p>Read {@link io.binnacle.core.client.WatchEvent}, {@code ResourceCache}, {@code ClientSession},
 * then its two variants and {@link io.binnacle.core.client.PollingClientSession}.
 */
@NullMarked
package io.binnacle.core.client;

import org.jspecify.annotations.NullMarked;
