package io.binnacle.app.log;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.LayoutBase;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import org.slf4j.event.KeyValuePair;

/**
 * For programs: one JSON object per line, with {@code time}, {@code level}, {@code logger}, {@code
 * message}, the event's key-value pairs, and {@code error} with a stack trace.
 */
final class JsonLines extends LayoutBase<ILoggingEvent> {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  @Override
  public String doLayout(ILoggingEvent event) {
    ObjectNode line = MAPPER.createObjectNode();
    line.put("time", Instant.ofEpochMilli(event.getTimeStamp()).toString());
    line.put("level", event.getLevel().toString());
    line.put("logger", event.getLoggerName());
    line.put("message", event.getFormattedMessage());
    if (event.getKeyValuePairs() != null) {
      for (KeyValuePair pair : event.getKeyValuePairs()) {
        // A pair never replaces what every line has.
        line.putIfAbsent(pair.key, MAPPER.valueToTree(pair.value));
      }
    }
    IThrowableProxy throwable = event.getThrowableProxy();
    if (throwable != null) {
      line.put("error", ThrowableProxyUtil.asString(throwable));
    }
    return line + "\n";
  }
}
