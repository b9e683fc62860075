package io.binnacle.app.cli.option;

import io.binnacle.app.problem.Problem;
import io.binnacle.core.resource.ResourceName;
import io.binnacle.core.resource.ResourceType;
import java.util.Locale;

/**
 * What a client subscribes to.
 *
 * @param name {@code *} for everything of the type
 */
public record Asked(ResourceType type, String name) {

  /**
   * Reads {@code TYPE[/NAME]}.
   *
   * @throws Problem when it is none
   */
  public static Asked parse(String text) {
    int slash = text.indexOf('/');
    String type = slash < 0 ? text : text.substring(0, slash);
    String name = slash < 0 ? ResourceName.WILDCARD : text.substring(slash + 1);
    for (ResourceType known : ResourceType.known()) {
      if (known.shortName().equals(type.toUpperCase(Locale.ROOT))) {
        return new Asked(known, name);
      }
    }
    if (type.indexOf('.') < 0 || name.isEmpty()) {
      throw Problem.usage(
          "'"
              + text
              + "' is no TYPE[/NAME]; types are cds, lds, eds, rds, srds, vhds, leds, sds, rtds,"
              + " ecds, or the full name of a message");
    }
    return new Asked(ResourceType.ofMessage(type), name);
  }
}
