package io.binnacle.core.resource;

import static org.assertj.core.api.Assertions.assertThat;

import io.binnacle.rules.Rule;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ResourceNameTest {

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      value = {
        "plain, plain",
        "a%2Fb?z=1&a=2, a%2Fb?z=1&a=2",
        "xdstp://lab/t/x, xdstp://lab/t/x",
        "xdstp:///t/x, xdstp:///t/x",
        "xdstp://lab/t/x?b=1&a=2, xdstp://lab/t/x?a=2&b=1",
        "xdstp://lab/t/x?, xdstp://lab/t/x",
        "xdstp://lab/t/%78, xdstp://lab/t/x",
        "xdstp://lab/t/a%20b, xdstp://lab/t/a%20b",
        "xdstp://lab/t/a b, xdstp://lab/t/a%20b",
        "xdstp://lab/t/%c3%a4, xdstp://lab/t/%C3%A4",
        "xdstp://lab/t/ä, xdstp://lab/t/%C3%A4",
        "xdstp://lab/t/x?%61=%62, xdstp://lab/t/x?a=b",
        "xdstp://lab/t/a%2fb, xdstp://lab/t/a%2Fb",
        "xdstp://lab/t/x?a=b=c, xdstp://lab/t/x?a=b%3Dc",
        "xdstp://lab/t/x#alt=y, xdstp://lab/t/x#alt=y",
      })
  @Rule({"X-1", "X-3"})
  void aNameHasOneCanonicalForm(String name, String canonical) {
    assertThat(ResourceName.canonical(name)).isEqualTo(canonical);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "xdstp://",
        "xdstp://lab",
        "xdstp://lab/t",
        "xdstp://lab//x",
        "xdstp://lab/t/%",
        "xdstp://lab/t/%4",
        "xdstp://lab/t/%zz",
        "xdstp://lab/t/%１２",
        "xdstp://lab/t/%ff",
        "xdstp://lab/t/x?a",
        "xdstp://lab/t/x?=1",
        "xdstp://lab/t/x?a=1&",
        "xdstp://lab/t/x?a=%",
        "xdstp://?/t/x",
        "xdstp://lab/t/x#directive",
      })
  @Rule("X-3")
  void aMalformedNameHasNone(String name) {
    assertThat(ResourceName.canonical(name)).isNull();
  }

  @ParameterizedTest
  @CsvSource({
    "xdstp://lab/t/edge/a, xdstp://lab/t/edge/*",
    "xdstp://lab/t/a, xdstp://lab/t/*",
    "xdstp://lab/t/edge/a/b, xdstp://lab/t/edge/a/*",
    "xdstp://lab/t/edge/a?k=v, xdstp://lab/t/edge/*?k=v",
    "xdstp://lab/t/edge/a#alt=b, xdstp://lab/t/edge/*",
    "xdstp://lab/t/edge/*,",
    "edge/a,",
  })
  @Rule("X-2")
  void aNameLiesDirectlyUnderOneCollection(String name, String collection) {
    assertThat(ResourceName.collectionOf(name)).isEqualTo(collection);
  }

  @Test
  @Rule("X-2")
  void onlyAnXdstpNameThatEndsInAStarIsAGlob() {
    assertThat(ResourceName.isGlob("xdstp://lab/t/edge/*")).isTrue();
    assertThat(ResourceName.isGlob("xdstp://lab/t/edge/*?k=v")).isTrue();
    assertThat(ResourceName.isGlob("xdstp://lab/t/edge/a*")).isFalse();
    assertThat(ResourceName.isGlob("edge/*")).isFalse();
    assertThat(ResourceName.isGlob("*")).isFalse();
    assertThat(ResourceName.memberPrefix("xdstp://lab/t/edge/*?k=v"))
        .isEqualTo("xdstp://lab/t/edge/");
  }

  @Property(tries = 3_000)
  @Rule({"X-1", "X-3"})
  void noTextMakesItThrowAndTheCanonicalFormIsStable(@ForAll("names") String name) {
    String canonical = ResourceName.canonical(name);
    ResourceName.isGlob(name);
    ResourceName.collectionOf(name);
    if (canonical != null) {
      assertThat(ResourceName.canonical(canonical)).isEqualTo(canonical);
      String collection = ResourceName.collectionOf(canonical);
      if (collection != null) {
        assertThat(ResourceName.isGlob(collection)).isTrue();
        assertThat(ResourceName.canonical(collection)).isEqualTo(collection);
        assertThat(canonical).startsWith(ResourceName.memberPrefix(collection));
      }
    }
  }

  @Provide
  Arbitrary<String> names() {
    Arbitrary<String> hostile =
        Arbitraries.strings().withChars("/?#&=%*+,:; aZ09äß€\uD83D\uDE80\uD83D%2f").ofMaxLength(24);
    return Arbitraries.oneOf(
        Arbitraries.strings(),
        hostile,
        hostile.map(rest -> "xdstp://" + rest),
        hostile.map(rest -> "xdstp://lab/t/" + rest));
  }
}
