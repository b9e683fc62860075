package io.binnacle.rules;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Markdown links from {@code docs/} to the source of tests.
 *
 * @param root of the project
 * @param modules directories with tests
 */
record SourceLinks(Path root, List<Path> modules) {

  /** {@code [Class#method](../module/src/test/java/…/Class.java)}; no link where none is found. */
  String of(String test) {
    int at = test.indexOf('#');
    String type = test.substring(0, at);
    String outer = type.contains("$") ? type.substring(0, type.indexOf('$')) : type;
    String text = type.substring(type.lastIndexOf('.') + 1) + test.substring(at);
    String file = "src/test/java/" + outer.replace('.', '/') + ".java";
    for (Path module : modules) {
      if (Files.exists(module.resolve(file))) {
        String from = root.relativize(module).toString().replace('\\', '/');
        return "[%s](../%s/%s)".formatted(text, from, file);
      }
    }
    return text;
  }
}
