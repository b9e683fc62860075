package io.binnacle.app.check;

import java.util.List;
import java.util.stream.Stream;

/** All cases, in the order in which they run: those that change content come last. */
final class Profile {

  private Profile() {}

  static List<Case> all() {
    Stream<Case> fixed =
        Stream.of(StreamCases.all(), SotwCases.all(), DeltaCases.all()).flatMap(List::stream);
    return Stream.concat(fixed, ChangeCases.all().stream().map(Case::changing)).toList();
  }
}
