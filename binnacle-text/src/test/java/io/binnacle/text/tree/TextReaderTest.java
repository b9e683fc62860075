package io.binnacle.text.tree;

import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.text.Findings;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.events.Event;
import org.yaml.snakeyaml.parser.ParserImpl;
import org.yaml.snakeyaml.reader.StreamReader;

/** The reader under SnakeYAML's scanner: it changes nothing but the time. */
class TextReaderTest {

  private static final List<String> PIECES =
      List.of(
          "a",
          "b: ",
          "- ",
          "\n",
          "\n  ",
          "\r\n",
          "\r",
          "\u0085",
          "\u2028",
          "\uFEFF",
          "\uD83D\uDE00",
          "\u00e9",
          "'",
          "\"",
          "\\x41",
          "|\n",
          ">-\n",
          "{",
          "}",
          "[",
          "]",
          ", ",
          "---\n",
          "...\n",
          "&x ",
          "*x",
          "!t ",
          "# c",
          "? ",
          "%YAML 1.1\n",
          "\t",
          "word ".repeat(300),
          "<<: ");

  private static String place(Mark mark) {
    return mark.getLine() + ":" + mark.getColumn() + ":" + mark.getIndex();
  }

  /** What the parser makes of it, with all places, up to its end or the first mistake. */
  private static List<String> events(StreamReader reader) {
    List<String> events = new ArrayList<>();
    ParserImpl parser = new ParserImpl(reader, new LoaderOptions());
    try {
      while (!parser.checkEvent(Event.ID.StreamEnd)) {
        Event event = parser.getEvent();
        events.add(place(event.getStartMark()) + "-" + place(event.getEndMark()) + " " + event);
      }
    } catch (MarkedYAMLException e) {
      events.add(place(e.getProblemMark()) + " " + e.getProblem());
    } catch (RuntimeException e) {
      events.add(e.getClass().getName());
    }
    return events;
  }

  @Test
  void everyTextIsReadAsSnakeYamlsOwnReaderReadsIt() {
    int read = 0;
    for (int seed = 0; seed < 5_000; seed++) {
      Random random = new Random(seed);
      StringBuilder text = new StringBuilder();
      for (int i = random.nextInt(40); i >= 0; i--) {
        text.append(random.nextInt(4) > 0 ? "\n- a" : PIECES.get(random.nextInt(PIECES.size())));
      }
      List<String> events = events(new TextReader("f", text.toString()));
      read += events.size() > 6 ? 1 : 0;

      assertThat(events).as("seed " + seed).isEqualTo(events(new StreamReader(text.toString())));
    }
    assertThat(read).as("texts of which something was read").isGreaterThan(1_000);
  }

  /** With a window that is copied, as in SnakeYAML, each takes more than a minute. */
  @ParameterizedTest
  @ValueSource(strings = {"w: %s", "w: '%s'", "w: \"%s\"", "w: |\n  %s", "w: \uD83D\uDE00%s"})
  @Timeout(value = 30, threadMode = ThreadMode.SEPARATE_THREAD)
  void aWordOfMegabytesTakesNoLongerThanItsLength(String text) {
    String word = "x".repeat(24 << 20);
    Findings findings = new Findings();

    List<YamlNode> documents = SourceText.parse("f.yaml", text.formatted(word), findings);

    assertThat(findings.sorted()).isEmpty();
    YamlMap map = (YamlMap) documents.get(0);
    assertThat(((YamlScalar) map.entries().get(0).value()).text()).endsWith(word);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a: 1\n", "!t a: 1\n", "? [x]\n", "<<: 1\n"})
  void aTextThatIsWrongEverywhereIsToldAsSuch(String line) {
    Findings findings = new Findings();

    SourceText.parse("f.yaml", line.repeat(5_000), findings);

    assertThat(findings.sorted()).hasSizeLessThanOrEqualTo(Mistakes.MOST + 1);
    assertThat(findings.sorted().toString()).contains("more than 1000 mistakes, the rest is not");
  }

  @Test
  void aJsonTextThatIsWrongEverywhereIsToldAsSuch() {
    Findings findings = new Findings();

    SourceText.parse("f.json", "{" + "\"a\": 1,\n".repeat(5_000) + "\"a\": 1}", findings);

    assertThat(findings.sorted()).hasSize(Mistakes.MOST + 1);
    assertThat(findings.sorted().toString()).contains("more than 1000 mistakes, the rest is not");
  }
}
