package io.binnacle.interop.clients;

import io.grpc.CallOptions;
import io.grpc.ChannelCredentials;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.StatusRuntimeException;
import io.grpc.internal.GrpcUtil;
import io.grpc.stub.ClientCalls;
import io.grpc.xds.XdsChannelCredentials;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The program around grpc-java, which is to the test as the others are: calls a backend for as long
 * as its standard input is open. The bootstrap is in {@code GRPC_XDS_BOOTSTRAP_CONFIG}. It prints
 * {@code version grpc-java VERSION} and then a line for each call: {@code ok BACKEND}, or {@code
 * error CODE TEXT}.
 */
final class GrpcJavaClient {

  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
  private static final int PATIENCE_SECONDS = 5;

  private GrpcJavaClient() {}

  public static void main(String[] args) {
    ChannelCredentials plaintext =
        XdsChannelCredentials.create(InsecureChannelCredentials.create());
    ManagedChannel channel = Grpc.newChannelBuilder(args[0], plaintext).build();
    Thread end = new Thread(GrpcJavaClient::endWithStandardInput);
    end.setDaemon(true);
    end.start();
    System.out.println(
        "version grpc-java " + GrpcUtil.getGrpcBuildVersion().getImplementationVersion());
    while (true) {
      System.out.println(call(channel));
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  private static String call(ManagedChannel channel) {
    CallOptions options = CallOptions.DEFAULT.withDeadlineAfter(PATIENCE_SECONDS, TimeUnit.SECONDS);
    try {
      return "ok " + ClientCalls.blockingUnaryCall(channel, Backend.NAME, options, "");
    } catch (StatusRuntimeException e) {
      String text = String.valueOf(e.getStatus().getDescription()).replaceAll("\\s+", " ");
      return "error " + e.getStatus().getCode() + " " + text;
    }
  }

  private static void endWithStandardInput() {
    try {
      System.in.transferTo(java.io.OutputStream.nullOutputStream());
    } catch (IOException ended) {
      System.err.println("grpc-java: standard input: " + ended.getMessage());
    }
    Runtime.getRuntime().halt(0);
  }
}
