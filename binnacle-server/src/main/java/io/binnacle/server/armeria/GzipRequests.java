package io.binnacle.server.armeria;

import com.linecorp.armeria.common.grpc.protocol.Decompressor;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;

/** Requests with {@code grpc-encoding: gzip}. */
enum GzipRequests implements Decompressor {
  INSTANCE;

  @Override
  public String getMessageEncoding() {
    return "gzip";
  }

  @Override
  public InputStream decompress(InputStream compressed) throws IOException {
    try {
      return new GZIPInputStream(compressed);
    } catch (IOException e) {
      compressed.close(); // it holds a buffer
      throw e;
    }
  }
}
