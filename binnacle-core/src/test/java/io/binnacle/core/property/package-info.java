/**
 * Random conversations between a real session and a model of a client.
 *
 * <p>{@code SessionProperties} says how many; {@code Conversation} is one of them: it publishes,
 * subscribes, loses streams and moves the clock at random. {@code DeltaClient} and {@code
 * SotwClient} do what the text of the protocol says a client does; {@code Licences} knows for which
 * messages there was a reason.
 */
package io.binnacle.core.property;
