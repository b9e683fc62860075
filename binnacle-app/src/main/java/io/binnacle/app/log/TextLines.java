package io.binnacle.app.log;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.LayoutBase;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;

/** For people: time, level, message. Key-value pairs repeat what the message holds. */
final class TextLines extends LayoutBase<ILoggingEvent> {

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HH:mm:ss.SSS").withZone(ZoneId.systemDefault());

  @Override
  public String doLayout(ILoggingEvent event) {
    StringBuilder out = new StringBuilder();
    out.append(TIME.format(Instant.ofEpochMilli(event.getTimeStamp())))
        .append(' ')
        .append(String.format("%-5s", event.getLevel()))
        .append(' ')
        .append(event.getFormattedMessage())
        .append('\n');
    IThrowableProxy throwable = event.getThrowableProxy();
    if (throwable != null) {
      out.append(ThrowableProxyUtil.asString(throwable)).append('\n');
    }
    return out.toString();
  }
}
