package io.binnacle.server.internal.armeria;

import com.linecorp.armeria.common.ExchangeType;
import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.server.HttpService;
import com.linecorp.armeria.server.RoutingContext;
import com.linecorp.armeria.server.ServiceRequestContext;
import com.linecorp.armeria.server.SimpleDecoratingHttpService;
import io.binnacle.core.server.Variant;
import io.binnacle.server.limit.Admission;
import io.binnacle.server.limit.ClientAccount;
import io.binnacle.server.limit.Holding;
import io.binnacle.server.limit.Shortage;
import io.binnacle.server.stream.CloseReason;
import io.grpc.Status;
import java.util.concurrent.TimeUnit;

/**
 * Books every call that is no discovery stream (polls, health, reflection) with what it sends, as
 * the hub does for streams (B-3), and waits without end neither for its request nor until its
 * answer is read.
 */
public final class AdmittedService extends SimpleDecoratingHttpService {

  /** Parsed messages take so many times the bytes that they have on the wire. */
  private static final int PARSED = 4;

  /** The only one whose request is a stream, and so is complete at its end only. */
  private static final String REFLECTION = "/grpc.reflection.";

  private final ClientAccount account;
  private final RefusalListener refusals;
  private final boolean once;

  /**
   * In front of a service.
   *
   * @param account where what is held is booked
   * @param once whether each call has one answer; that is waited for no longer than its size allows
   *     once it is written, and booked until then where nobody else does
   */
  public AdmittedService(
      HttpService delegate, ClientAccount account, RefusalListener refusals, boolean once) {
    super(delegate);
    this.account = account;
    this.refusals = refusals;
    this.once = once;
  }

  /** Else requests of unary methods would be collected before anybody is asked here. */
  @Override
  public ExchangeType exchangeType(RoutingContext routing) {
    return ExchangeType.BIDI_STREAMING;
  }

  @Override
  public HttpResponse serve(ServiceRequestContext ctx, HttpRequest request) throws Exception {
    String peer = ConnectionStreams.of(ctx).peer();
    Admission admission = account.poll(peer, ClientAccount.STREAM_BYTES);
    if (admission instanceof Admission.Refused refused) {
      return refusal(request, refused.shortage());
    }
    Holding holding = ((Admission.Admitted) admission).holding();
    long patience = account.limits().firstRequest().toNanos();
    var silence = ctx.eventLoop().schedule(() -> ctx.timeoutNow(), patience, TimeUnit.NANOSECONDS);
    ctx.log()
        .whenComplete()
        .thenRun(
            () -> {
              silence.cancel(false);
              ctx.eventLoop().execute(holding::close);
            });
    boolean streamed = ctx.path().startsWith(REFLECTION);
    HttpRequest counted =
        request.peekData(
            data -> {
              if (streamed) {
                silence.cancel(false);
              }
              onData(ctx, holding, data);
            });
    request.whenComplete().thenRun(() -> silence.cancel(false));
    HttpResponse response = unwrap().serve(ctx, counted);
    return once ? response.peekData(data -> onAnswer(ctx, holding, data.length())) : response;
  }

  private void onAnswer(ServiceRequestContext ctx, Holding holding, int bytes) {
    // of an answer in JSON there is one for all polls, which RestPoll books
    boolean copied = GrpcHttp.isGrpc(ctx.request().headers());
    if (copied && holding.hold(holding.bytes() + bytes) != null) {
      ctx.cancel();
      return;
    }
    long time = account.limits().nanosToRead(bytes);
    var late = ctx.eventLoop().schedule(() -> ctx.timeoutNow(), time, TimeUnit.NANOSECONDS);
    ctx.log().whenComplete().thenRun(() -> late.cancel(false));
  }

  private static void onData(ServiceRequestContext ctx, Holding holding, HttpData data) {
    if (holding.hold(holding.bytes() + (long) data.length() * PARSED) != null) {
      ctx.cancel();
    }
  }

  private HttpResponse refusal(HttpRequest request, Shortage shortage) {
    boolean grpc = GrpcHttp.isGrpc(request.headers());
    CloseReason reason = CloseReason.of(shortage);
    refusals.onRefused(grpc ? Variant.FETCH : Variant.REST, reason);
    return grpc
        ? HttpResponse.of(GrpcHttp.trailersOnly(reason.code(), reason.message()))
        : RestHttp.error(
            HttpStatus.TOO_MANY_REQUESTS, Status.Code.RESOURCE_EXHAUSTED, reason.message());
  }
}
