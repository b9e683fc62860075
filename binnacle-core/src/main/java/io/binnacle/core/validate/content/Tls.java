package io.binnacle.core.validate.content;

import com.google.protobuf.Message;
import io.binnacle.core.message.FieldPath;
import io.binnacle.core.validate.constraint.Constraints;

/** TLS contexts. */
public final class Tls {

  private Tls() {}

  /** A {@code DownstreamTlsContext}: a server has a certificate, wherever it comes from. */
  public static void hasCertificate(Message context, FieldPath path, Constraints.Sink sink) {
    Message common = new Fields(context).message("common_tls_context");
    boolean some =
        common != null
            && common.getAllFields().keySet().stream()
                .anyMatch(field -> field.getName().contains("certificate"));
    if (!some) {
      sink.broken(path.field("common_tls_context"), "a server needs a certificate, here is none");
    }
  }

  /** The place of a transport socket determines which end of TLS it is. */
  public static void isOf(String end, Message socket, FieldPath path, Constraints.Sink sink) {
    Message config = new Fields(socket).message("typed_config");
    String url = config == null ? "" : new Fields(config).text("type_url");
    String other = end.equals("Upstream") ? "Downstream" : "Upstream";
    if (url.endsWith(".tls.v3." + other + "TlsContext")) {
      sink.broken(
          path.field("typed_config"),
          "is a " + other + "TlsContext, here must be a " + end + "TlsContext");
    }
  }
}
