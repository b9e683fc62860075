package io.binnacle.app.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.LayoutBase;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.encoder.LayoutWrappingEncoder;
import io.binnacle.app.memory.LoggedErrors;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.slf4j.LoggerFactory;

/**
 * Sets the logging of this JVM up. Logs go to standard error: standard output is for results, such
 * as the line {@code ready ...}.
 */
public final class Logs {

  private static final String CONNECTION_ERRORS =
      "com.linecorp.armeria.internal.common.AbstractHttp2ConnectionHandler";

  /** Held here, since the JDK forgets the level of a logger that nobody holds. */
  private static final java.util.logging.Logger GRPC =
      java.util.logging.Logger.getLogger("io.grpc");

  private static final String MERGED_PACKS = "org.eclipse.jgit.internal.storage.file.PackDirectory";

  private Logs() {}

  /**
   * Only faults of the program are logged from now on: for commands that print the rest themselves.
   */
  public static void quiet() {
    // a stack trace for each time that a name is not resolved, beside the line of the command
    GRPC.setLevel(java.util.logging.Level.OFF);
    configure(LogFormat.text, LogLevel.error, true, System.err);
  }

  /**
   * Replaces the set-up that is there, whose stream stays open.
   *
   * @param terminal whether {@code out} is a terminal, for {@link LogFormat#auto}
   */
  public static void configure(
      LogFormat format, LogLevel level, boolean terminal, OutputStream out) {
    LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
    context.reset();
    LoggedErrors.watchAgain(context);
    boolean json = format == LogFormat.json || (format == LogFormat.auto && !terminal);
    LayoutBase<ILoggingEvent> layout = json ? new JsonLines() : new TextLines();
    layout.setContext(context);
    layout.start();
    LayoutWrappingEncoder<ILoggingEvent> encoder = new LayoutWrappingEncoder<>();
    encoder.setContext(context);
    encoder.setCharset(StandardCharsets.UTF_8);
    encoder.setLayout(layout);
    encoder.start();
    OutputStreamAppender<ILoggingEvent> appender = new OutputStreamAppender<>();
    appender.setContext(context);
    appender.setEncoder(encoder);
    appender.setOutputStream(new Unclosed(out));
    appender.start();
    Logger root = context.getLogger(Logger.ROOT_LOGGER_NAME);
    root.setLevel(Level.WARN);
    root.addAppender(appender);
    // Several Armeria servers in one JVM make it complain at each start.
    context.getLogger("io.micrometer").setLevel(Level.ERROR);
    // What a peer does wrong is no news: a stack trace for each of its connections fills disks.
    context.getLogger(CONNECTION_ERRORS).setLevel(Level.ERROR);
    // JGit warns of each pack that was merged into another while it read it, and reads the other.
    context.getLogger(MERGED_PACKS).setLevel(Level.ERROR);
    context.getLogger("io.binnacle").setLevel(level.level());
  }

  /** Logback closes the stream of a set-up that is replaced; this one is mostly standard error. */
  private static final class Unclosed extends FilterOutputStream {

    Unclosed(OutputStream out) {
      super(out);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      out.write(bytes, offset, length);
    }

    @Override
    public void close() throws IOException {
      flush();
    }
  }
}
