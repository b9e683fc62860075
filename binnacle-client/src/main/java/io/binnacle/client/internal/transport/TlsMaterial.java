package io.binnacle.client.internal.transport;

import io.binnacle.client.config.ChannelSecurity;
import io.binnacle.client.config.TlsFiles;
import io.grpc.ChannelCredentials;
import io.grpc.InsecureChannelCredentials;
import io.grpc.TlsChannelCredentials;
import io.grpc.util.AdvancedTlsX509KeyManager;
import io.grpc.util.AdvancedTlsX509TrustManager;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;

/**
 * Certificates and keys out of files, read again when the files change: connections that are made
 * from then on use the new ones. What cannot be read again leaves the old ones in use.
 */
public final class TlsMaterial implements AutoCloseable {

  private final List<KeyManager> keys = new ArrayList<>();
  private final List<TrustManager> trust = new ArrayList<>();
  private final ScheduledExecutorService looks =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "binnacle-client-tls");
            thread.setDaemon(true);
            return thread;
          });

  private TlsMaterial(TlsFiles files) {
    try {
      read(files);
    } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
      looks.shutdownNow();
      throw new IllegalArgumentException("cannot use " + files + ": " + e.getMessage(), e);
    }
  }

  private void read(TlsFiles files) throws IOException, GeneralSecurityException {
    long period = files.refresh().toNanos();
    if (files.ca() != null) {
      AdvancedTlsX509TrustManager manager = AdvancedTlsX509TrustManager.newBuilder().build();
      manager.updateTrustCredentials(files.ca().toFile(), period, TimeUnit.NANOSECONDS, looks);
      trust.add(manager);
    }
    Path certificate = files.certificate();
    Path key = files.key();
    if (certificate != null && key != null) {
      AdvancedTlsX509KeyManager manager = new AdvancedTlsX509KeyManager();
      manager.updateIdentityCredentials(
          certificate.toFile(), key.toFile(), period, TimeUnit.NANOSECONDS, looks);
      keys.add(manager);
    }
  }

  /**
   * What the files hold; null where the security is none by files.
   *
   * @throws IllegalArgumentException when they cannot be used
   */
  public static @Nullable TlsMaterial of(@Nullable ChannelSecurity security) {
    return security instanceof TlsFiles files ? new TlsMaterial(files) : null;
  }

  /** The credentials of a channel with this security; any number of channels may share them. */
  public static ChannelCredentials credentials(
      ChannelSecurity security, @Nullable TlsMaterial material) {
    if (security instanceof ChannelSecurity.Given given) {
      return given.credentials();
    }
    if (material == null) {
      return InsecureChannelCredentials.create();
    }
    TlsChannelCredentials.Builder tls = TlsChannelCredentials.newBuilder();
    if (!material.keys.isEmpty()) {
      tls.keyManager(material.keys.toArray(new KeyManager[0]));
    }
    if (!material.trust.isEmpty()) {
      tls.trustManager(material.trust.toArray(new TrustManager[0]));
    }
    return tls.build();
  }

  /** The same for HTTP. */
  public SSLContext context() {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(
          keys.isEmpty() ? null : keys.toArray(new KeyManager[0]),
          trust.isEmpty() ? null : trust.toArray(new TrustManager[0]),
          null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java has no TLS", e);
    }
  }

  @Override
  public void close() {
    looks.shutdownNow();
  }
}
