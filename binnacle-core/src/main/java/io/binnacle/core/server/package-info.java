/**
 * The server's side of the protocol as pure state machines: requests, views and time go in,
 * responses come out. No thread, clock, socket or log in here; each session has one owner thread.
 *
 * <p>This package holds what drivers and applications exchange with the machines: options, ports
 * ({@code Shared}, {@code ViewHistory}, {@code NodeMemory}), responses, and facts for events and
 * status. The machines are in the rooms below {@code internal}, which are no API:
 *
 * <pre>
 *   session ──▶ order ──▶ held ──▶ subscribe ──▶ stream
 *      └──────▶ answer ────▲└────▶ wire
 *   poll ─────▶ subscribe, wire
 * </pre>
 *
 * <p>How it works: one {@code ServerSession} for each stream gives requests to the type session
 * that they belong to, and polls the types in push order (O-1). The machines, what each remembers,
 * and what it reads of the others:
 *
 * <table>
 *   <caption>the machines</caption>
 *   <tr><th>room</th><th>machine</th><th>remembers</th><th>rules</th><th>reads</th></tr>
 *   <tr><td>session</td><td>{@code SotwTypeSession}, {@code DeltaTypeSession}</td>
 *     <td>one type on one stream: the parts below, and what was newly asked for</td>
 *     <td>S, D, L</td><td>the view that it is to show</td></tr>
 *   <tr><td>session</td><td>{@code Ledger}</td><td>nonces, versions, the last NACK</td>
 *     <td>S-1, S-4</td><td>answers</td></tr>
 *   <tr><td>session</td><td>{@code PendingLookups}, {@code UnknownCollections}</td>
 *     <td>names that are being looked up, which are neither sent nor called absent</td>
 *     <td>D-4, B-6</td><td>the subscription, the view that was shown</td></tr>
 *   <tr><td>session</td><td>{@code Heartbeats}</td><td>when TTLs must be prolonged</td><td>L</td>
 *     <td>the subscription, the view</td></tr>
 *   <tr><td>session, held</td><td>{@code FormerContent}, {@code Isolation}</td>
 *     <td>which of the changes that were refused together is the bad one</td><td>S-19</td>
 *     <td>the type session</td></tr>
 *   <tr><td>subscribe</td><td>{@code Subscription}</td><td>names, globs, wildcard, locators</td>
 *     <td>W, D-16, X</td><td>requests</td></tr>
 *   <tr><td>held</td><td>{@code Held} with {@code Steps}, {@code Use}</td>
 *     <td>what the client may be using: the view that it was shown, responses that are open or not
 *     written, names of which that does not hold</td><td>S-2, S-3, D-12, D-13</td>
 *     <td>the subscription</td></tr>
 *   <tr><td>held</td><td>{@code Debts}</td>
 *     <td>what must be sent beside the changes of the view</td>
 *     <td>S-8, S-17, D-4, D-13</td><td>nothing</td></tr>
 *   <tr><td>order</td>
 *     <td>{@code AdsSequencer} with {@code Additions}, {@code Removals}, {@code Offer}</td>
 *     <td>since when things wait, what drains, what is on offer; decides what each type shows</td>
 *     <td>O</td><td>the {@code TypeBooks} of all types: subscription, debts, what is held</td></tr>
 *   <tr><td>order</td><td>{@code Reconnect}</td>
 *     <td>whether a client that comes back has told all that it uses</td><td>O-10</td>
 *     <td>the {@code TypeBooks} of all types</td></tr>
 *   <tr><td>order</td><td>{@code Warming}, {@code VirtualHosts}</td>
 *     <td>what must follow a Cluster or a RouteConfiguration</td><td>S-17, VHDS-1</td>
 *     <td>responses that were sent</td></tr>
 *   <tr><td>poll</td><td>{@code Poll}, {@code PollLedger}</td>
 *     <td>a poll has no stream: what it last answered</td><td>P</td><td>the view</td></tr>
 * </table>
 */
@NullMarked
package io.binnacle.core.server;

import org.jspecify.annotations.NullMarked;
