package io.binnacle.server.envoy;

import java.security.cert.X509Certificate;
import javax.net.ssl.X509TrustManager;

/** For tests that look at the certificate themselves. */
public final class TrustAnyone implements X509TrustManager {

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String authType) {}

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String authType) {}

  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return new X509Certificate[0];
  }
}
