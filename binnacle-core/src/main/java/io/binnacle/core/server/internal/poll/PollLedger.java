package io.binnacle.core.server.internal.poll;

import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.Answer;
import io.binnacle.core.server.SyncState;
import io.binnacle.core.server.TypeStatus;
import io.binnacle.core.view.Change;
import io.binnacle.core.view.TypeView;
import io.envoyproxy.envoy.service.discovery.v3.DiscoveryRequest;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What one client was answered by its polls of one type and the same names, and what its next poll
 * says about that (P-3). It decides nothing about answers: without it a client is served the same.
 *
 * <p>A poll with the version of the last answer accepts it. One with {@code error_detail} refuses
 * it. One that repeats the version from before it is suspected of that; a lost answer looks the
 * same once, so only the second time in a row counts as refused.
 */
public final class PollLedger {

  private static final int CODE_UNKNOWN = 2;
  private static final int MOST_SUSPECTS = 64;

  private final ResourceType type;
  private final boolean wildcard;
  private final int names;

  /** What the client had when it was given the last answer. */
  private String before = "";

  private String answered = "";
  private String accepted = "";
  private boolean open;
  private int repeats;
  private List<Resource> suspects = List.of();
  private @Nullable TypeView answeredView;
  private @Nullable TypeView acceptedView;
  private Answer.@Nullable Nack nack;

  /** Of a client whose first poll is this. */
  public PollLedger(Poll first) {
    type = first.type();
    wildcard = first.hasWildcard();
    names = first.namesCount();
  }

  /** A poll came: what it says about the answer to the one before. */
  public Answer asked(DiscoveryRequest request) {
    String has = request.getVersionInfo();
    if (request.hasErrorDetail()) {
      open = false;
      nack = nack(has, request.getErrorDetail().getCode(), request.getErrorDetail().getMessage());
      return nack;
    }
    if (has.equals(answered) && (open || nack != null)) {
      accept(has);
      acceptedView = answeredView;
      return new Answer.Ack(answered, answered);
    }
    if (!open) {
      return new Answer.None();
    }
    // who never says a version may not know versions; an Envoy repeats what it has
    boolean tells = !has.isEmpty() || request.getNode().getUserAgentName().equals("envoy");
    if (has.equals(before) && tells) {
      repeats++;
      if (repeats > 1) {
        nack =
            nack(
                has,
                CODE_UNKNOWN,
                "suspected: it polls again with the version from before this answer, and"
                    + " REST has no other way to refuse; its own log says why");
      }
      return new Answer.Suspected(answered, has);
    }
    open = false;
    return new Answer.None();
  }

  private Answer.Nack nack(String clientVersion, int code, String message) {
    return new Answer.Nack(answered, answered, clientVersion, code, message, suspects);
  }

  private void accept(String version) {
    open = false;
    answered = version;
    accepted = version;
    repeats = 0;
    nack = null;
    suspects = List.of();
  }

  /** A poll is held. */
  public void held(Poll poll) {
    if (poll.isInStep() && nack == null) {
      accept(poll.clientVersion());
      acceptedView = poll.lookedAt();
    }
  }

  /** A poll was answered. */
  public void answered(Poll poll, PollAnswer answer) {
    if (!answer.version().equals(answered)) {
      // other content: what was refused of the former says nothing about it
      repeats = 0;
      nack = null;
    }
    before = poll.clientVersion();
    answered = answer.version();
    answeredView = answer.view();
    open = !before.equals(answered);
    suspects = news(poll, answer);
  }

  /** What of an answer the client did not accept before: one of these is at fault if it refuses. */
  private List<Resource> news(Poll poll, PollAnswer answer) {
    TypeView from = acceptedView;
    Stream<Resource> news =
        from == null
            ? answer.resources().stream()
            : answer.view().changesSince(from).stream()
                .map(Change::after)
                .filter(Objects::nonNull)
                .filter(poll::selects);
    return news.limit(MOST_SUSPECTS).toList();
  }

  /** How the type stands with this client (ST-1). */
  public TypeStatus status() {
    return new TypeStatus(
        type,
        state(),
        wildcard,
        names,
        answered,
        accepted,
        answered,
        open ? 1 : 0,
        nack,
        Map.of(),
        0);
  }

  private SyncState state() {
    if (nack != null) {
      return SyncState.NACKED;
    }
    if (answered.isEmpty()) {
      return SyncState.NOT_SENT;
    }
    return open ? SyncState.STALE : SyncState.SYNCED;
  }
}
