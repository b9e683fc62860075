package io.binnacle.core.client.internal.session;

import com.google.protobuf.Message;
import io.binnacle.core.client.ClientSettings;
import io.binnacle.core.client.ResponseFacts;
import io.binnacle.core.client.ResponseFacts.ServerFault;
import io.binnacle.core.client.ResponseFacts.ServerFault.Kind;
import io.binnacle.core.client.ResponseFacts.Verdict;
import io.binnacle.core.client.internal.cache.TypeCache;
import io.binnacle.core.client.internal.cache.UpdateRun;
import io.binnacle.core.client.internal.response.Update;
import io.binnacle.core.client.internal.response.Update.Item;
import io.binnacle.core.client.internal.response.Update.Removed;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One type on one stream: what was asked, what was received and is to be answered. Ends with the
 * stream.
 *
 * <p>Answers are written before changes of names, and carry the names that were asked before: so a
 * server that took a change for stale sees it when it is not (GC-13). Owned by the thread of the
 * cache.
 */
abstract sealed class TypeStream permits SotwTypeStream, DeltaTypeStream {

  final TypeCache cache;
  final ClientSettings settings;
  final long stream;
  final Awaiting awaiting;
  final ArrayDeque<Answer> answers = new ArrayDeque<>();

  /** Keys that the server was asked for, as far as it has heard. */
  final Set<String> asked = new LinkedHashSet<>();

  /** Keys whose watches began or ended since the last request. */
  final Set<String> touched = new LinkedHashSet<>();

  boolean firstSent;
  String newestNonce = "";

  TypeStream(TypeCache cache, ClientSettings settings, long stream) {
    this.cache = cache;
    this.settings = settings;
    this.stream = stream;
    this.awaiting = new Awaiting(settings.doesNotExistAfter().toNanos());
  }

  /** The next request without its node; null when there is none. */
  abstract Message.@Nullable Builder poll(long liveNow);

  /** Takes what a response says. */
  abstract ResponseFacts receive(Update update, String nonce, long now, long liveNow);

  /** When {@link #onTime} is to be called, in live time. */
  long deadline() {
    return awaiting.deadline();
  }

  void onTime(long liveNow) {
    awaiting.expired(liveNow).forEach(cache::timedOut); // C-7
  }

  /** Whether something must be asked for anew, since what came was dropped (S-8, D-4). */
  final boolean isLost(String key) {
    return asked.contains(key) && !awaiting.contains(key) && !cache.satisfies(key);
  }

  final UpdateRun run(Update update, long now) {
    var source = new UpdateRun.Source(settings, stream, awaiting::isLate);
    UpdateRun run = cache.take(update, source, now);
    for (Item item : update.items()) {
      if (!item.id().name().isEmpty()) {
        awaiting.arrived(item.id());
      }
    }
    for (Removed removed : update.removed()) {
      awaiting.remove(removed.name());
    }
    update.errors().forEach(error -> awaiting.arrived(error.id()));
    return run;
  }

  final ResponseFacts facts(UpdateRun run, Update update, String nonce) {
    List<ServerFault> faults = new ArrayList<>();
    if (nonce.isEmpty()) {
      faults.add(
          new ServerFault(Kind.NO_NONCE, "a response of " + cache.type() + " without nonce"));
    } else if (nonce.equals(newestNonce)) {
      String text = "a response of " + cache.type() + " with the nonce of the one before: " + nonce;
      faults.add(new ServerFault(Kind.NONCE_REUSED, text));
    }
    if (update.version().isEmpty() && !update.delta()) {
      faults.add(
          new ServerFault(Kind.NO_VERSION, "a response of " + cache.type() + " without version"));
    }
    return run.facts(
        cache.type(), nonce, run.rejections().isEmpty() ? Verdict.ACK : Verdict.NACK, faults);
  }
}
