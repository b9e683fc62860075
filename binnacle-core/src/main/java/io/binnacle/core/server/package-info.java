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
 *   <tr><td>session</td><td>{@code PushOrder} with {@code Round}</td>
 *     <td>what the node is assigned; asks the types in turn for the next response</td><td>O-1</td>
 *     <td>all type sessions, the order</td></tr>
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
 *   <tr><td>subscribe</td><td>{@code InitialVersions}</td>
 *     <td>what a delta client lists, until its first answer</td><td>D-5</td>
 *     <td>the view</td></tr>
 *   <tr><td>subscribe</td><td>{@code DoubtfulNames}</td>
 *     <td>names that a stale SotW request left out</td><td>S-2</td><td>the subscription</td></tr>
 *   <tr><td>held</td><td>{@code VersionClaim}</td>
 *     <td>the version that a SotW client came with</td><td>S-15, O-10</td>
 *     <td>the history of views</td></tr>
 *   <tr><td>answer</td><td>{@code SotwAnswers}, {@code DeltaAnswers}</td>
 *     <td>nothing, but for names that are not answered yet ({@code UnansweredNames})</td>
 *     <td>S-9 to S-12, D-4 to D-9, D-18, VHDS-1, RTDS-1</td>
 *     <td>the view, debts, the subscription</td></tr>
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
 *
 * <p>To find a rule, search below this package for its identifier: each branch that exists because
 * of a rule names it. Of rules that many places name, the decision is in one of them:
 *
 * <table>
 *   <caption>where a rule is decided</caption>
 *   <tr><th>rule</th><th>place</th></tr>
 *   <tr><td>S-2, S-3, D-12</td><td>{@code Outstanding.settleSotw}, {@code settleDelta}</td></tr>
 *   <tr><td>S-6, S-7, S-18</td><td>{@code SotwTypeSession.poll}</td></tr>
 *   <tr><td>S-8, D-4</td><td>{@code TypeSession.named}, {@code Debts}</td></tr>
 *   <tr><td>S-17</td><td>{@code Warming}</td></tr>
 *   <tr><td>S-19</td><td>{@code Isolation}; of full-state types {@code FormerContent}</td></tr>
 *   <tr><td>D-5</td><td>{@code DeltaTypeSession.firstAnswer}, {@code InitialVersions}</td></tr>
 *   <tr><td>D-11</td><td>{@code Part.split}, {@code Unsent}</td></tr>
 *   <tr><td>W-2, W-3, W-7</td><td>{@code Subscription.replace}, {@code edit}</td></tr>
 *   <tr><td>L-3</td><td>{@code Heartbeats}</td></tr>
 *   <tr><td>O-2, O-5</td><td>{@code Additions.waits}, {@code ClusterReadiness}</td></tr>
 *   <tr><td>O-3, O-9</td><td>{@code Removals.waits}, {@code Draining}</td></tr>
 *   <tr><td>O-10</td><td>{@code Reconnect}</td></tr>
 *   <tr><td>O-11</td><td>{@code Additions.blocksOfRoutes}, {@code waits}</td></tr>
 *   <tr><td>O-12</td><td>{@code Offer}, {@code AdsSequencer.decideAnew}</td></tr>
 * </table>
 */
@NullMarked
package io.binnacle.core.server;

import org.jspecify.annotations.NullMarked;
