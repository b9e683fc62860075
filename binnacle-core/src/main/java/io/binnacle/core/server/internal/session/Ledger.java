package io.binnacle.core.server.internal.session;

import com.google.rpc.Status;
import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceName;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.Answer;
import io.binnacle.core.server.SyncState;
import io.binnacle.core.server.TypeStatus;
import io.binnacle.core.server.internal.held.Outstanding;
import io.binnacle.core.server.internal.held.Outstanding.Open;
import io.binnacle.core.server.internal.stream.StreamContext;
import io.binnacle.core.server.internal.subscribe.Subscription;
import io.binnacle.core.server.internal.wire.Part;
import io.binnacle.core.view.TypeView;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What was sent of one type on one stream and what the client said to it, for status and for the
 * memory of rejections. Nonces are handed out here. Owned by the thread of its session.
 */
final class Ledger {

  private final ResourceType type;
  private final StreamContext stream;
  private final String noncePrefix;
  private final Outstanding outstanding;
  private long responses;
  private String sentVersion = "";
  private String ackedVersion = "";
  private Answer.@Nullable Nack nack;

  /** Whether the memory of rejections knows anything of this type and node. */
  private boolean remembered;

  Ledger(ResourceType type, StreamContext stream, String noncePrefix, Outstanding outstanding) {
    this.outstanding = outstanding;
    this.type = type;
    this.stream = stream;
    this.noncePrefix = noncePrefix;
  }

  /** Number of responses so far. */
  long responses() {
    return responses;
  }

  String sentVersion() {
    return sentVersion;
  }

  /** Whether a nonce is that of a response of this type on this stream, however old (T-3). */
  boolean issued(String nonce) {
    if (!nonce.startsWith(noncePrefix)) {
      return false;
    }
    try {
      long number = Long.parseLong(nonce, noncePrefix.length(), nonce.length(), 10);
      return number > 0 && number <= responses && nonce.equals(noncePrefix + number);
    } catch (NumberFormatException e) {
      return false;
    }
  }

  /** The client holds this version without having been sent it (S-15). */
  void resumed(String version) {
    sentVersion = version;
    ackedVersion = version;
  }

  /** The client says that it holds this version, which is known (O-10). */
  void claimed(String version) {
    sentVersion = version;
  }

  /** Books a response and gives it its nonce, unique within the stream (S-1). */
  String sent(Part part, String version, @Nullable TypeView from, boolean heartbeat) {
    String nonce = noncePrefix + ++responses;
    outstanding.sent(new Open(responses, nonce, version, part, from, sentVersion, heartbeat));
    sentVersion = version;
    return nonce;
  }

  /**
   * Books an ACK.
   *
   * @param stands whether an earlier refusal still stands (S-19)
   */
  Answer acked(Open open, boolean stands) {
    if (open.heartbeat()) {
      // L-4: says nothing about the content
      return new Answer.Ack(open.nonce(), open.version());
    }
    ackedVersion = open.version();
    nack = stands ? nack : null;
    if (remembered) {
      stream.memory().settled(stream.client().id(), type, open.part().names());
    }
    return new Answer.Ack(open.nonce(), open.version());
  }

  /**
   * Books a NACK.
   *
   * @param suspects what the response changed for the client
   */
  Answer nacked(Open open, String clientVersion, Status error, List<Resource> suspects) {
    remembered = true;
    // a glob says that its collection is empty; a client can hold members only (D-19)
    List<String> held =
        open.part().names().stream().filter(name -> !ResourceName.isGlob(name)).toList();
    stream.memory().rejected(stream.client().id(), type, held);
    nack =
        new Answer.Nack(
            open.nonce(),
            open.version(),
            clientVersion,
            error.getCode(),
            error.getMessage(),
            suspects);
    return nack;
  }

  /** What was refused is gone, or was taken back. */
  void nothingRefused() {
    nack = null;
  }

  /** The names that this node refused on this or an earlier stream. */
  Set<String> rejectedNames() {
    Set<String> names = new HashSet<>(stream.memory().rejectedNames(stream.client().id(), type));
    remembered |= !names.isEmpty();
    return names;
  }

  TypeStatus status(
      Subscription subscription, boolean inStep, Map<String, String> isolated, int isolating) {
    return new TypeStatus(
        type,
        state(subscription, inStep),
        subscription.hasWildcard(),
        subscription.size(),
        sentVersion,
        ackedVersion,
        outstanding.newestNonce(),
        outstanding.size(),
        nack,
        isolated,
        isolating);
  }

  private SyncState state(Subscription subscription, boolean inStep) {
    if (nack != null) {
      return SyncState.NACKED;
    }
    if (subscription.isEmpty()) {
      return SyncState.UNSUBSCRIBED;
    }
    if (!inStep || !outstanding.isEmpty()) {
      return sentVersion.isEmpty() ? SyncState.NOT_SENT : SyncState.STALE;
    }
    return SyncState.SYNCED;
  }
}
