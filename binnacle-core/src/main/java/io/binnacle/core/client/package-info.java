/**
 * The client's side of the protocol as pure state machines: subscriptions, responses and time go
 * in; requests and events come out. No thread, clock, socket or log in here; everything has one
 * owner thread, and time is nanoseconds of the driver's clock, as an argument.
 *
 * <p>This package holds what drivers and applications exchange with the machines: settings, the
 * parser of a type, watches and their events, facts about responses, status, and what is written
 * down between runs. The machines are in the rooms below {@code internal}, which are no API:
 *
 * <pre>
 *   session ──▶ cache ──▶ response
 *   tree ───────▲
 * </pre>
 *
 * <p>How it works: the application watches a name in the cache. A session compares what is watched
 * with what it asked on its stream, and {@code poll} gives the request that makes them equal. A
 * response is read resource by resource; what is good goes into the cache, which makes the events;
 * what is not is told to the server in the NACK and to its watchers. Whoever feeds a cache (a SotW
 * or delta stream, one for all types or one for each, REST polls, files), watchers see the same
 * events in one order.
 *
 * <p>Three ledgers are kept apart, since each has a life of its own: what is <b>watched and
 * held</b>, over streams and servers; what was <b>asked</b> on this stream; and what was
 * <b>received</b> on this stream.
 *
 * <table>
 *   <caption>the machines</caption>
 *   <tr><th>room</th><th>machine</th><th>remembers</th><th>rules</th><th>reads</th></tr>
 *   <tr><td>session</td><td>{@code ClientSession} ({@code Sotw…}, {@code Delta…})</td>
 *     <td>one stream at a time to one server: whether it was sent the node, for how long responses
 *     are not read</td><td>C-2, C-11</td><td>what is watched</td></tr>
 *   <tr><td>session</td><td>{@code SotwTypeStream}, {@code DeltaTypeStream}</td>
 *     <td>of one type on one stream: what was asked, the newest nonce, answers to write</td>
 *     <td>C-3, C-8, C-12</td><td>its {@code TypeCache}</td></tr>
 *   <tr><td>session</td><td>{@code Awaiting}</td><td>what was asked for and has not come</td>
 *     <td>C-7</td><td>nothing</td></tr>
 *   <tr><td>session</td><td>{@code PollingClientSession}</td>
 *     <td>of one type: what the last poll asked for</td><td>P, F-1</td>
 *     <td>its {@code TypeCache}</td></tr>
 *   <tr><td>cache</td><td>{@code ResourceCache}, a {@code TypeCache} for each type</td>
 *     <td>what is watched and held, what could not be used, whether a server can be reached</td>
 *     <td>C-1, C-4 to C-6, C-10, C-15, C-16</td><td>responses</td></tr>
 *   <tr><td>cache</td><td>{@code Watchers}, {@code WatchEntry}</td>
 *     <td>what each watcher was told last</td><td>C-1</td><td>what is held</td></tr>
 *   <tr><td>cache</td><td>{@code UpdateRun}</td><td>nothing: takes one response into a cache</td>
 *     <td>C-4 to C-7, D-14 to D-17</td><td>its {@code TypeCache}</td></tr>
 *   <tr><td>response</td><td>{@code ResponseReader}</td>
 *     <td>nothing: what a response says, of either variant, as an {@code Update}</td>
 *     <td>C-4</td><td>nothing</td></tr>
 *   <tr><td>tree</td><td>{@code ConfigTree}</td>
 *     <td>which names its resources refer to, and what is known of each</td><td>C-13</td>
 *     <td>events of watches</td></tr>
 * </table>
 */
@NullMarked
package io.binnacle.core.client;

import org.jspecify.annotations.NullMarked;
