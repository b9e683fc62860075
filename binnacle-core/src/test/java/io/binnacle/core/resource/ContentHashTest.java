package io.binnacle.core.resource;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.binnacle.rules.Rule;
import java.math.BigInteger;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class ContentHashTest {

  private static final BigInteger MODULUS = BigInteger.ONE.shiftLeft(128);

  @Property
  @Rule("S-14")
  void sumsAndDifferencesAreThoseOf128Bits(
      @ForAll long h1, @ForAll long l1, @ForAll long h2, @ForAll long l2) {
    ContentHash a = new ContentHash(h1, l1);
    ContentHash b = new ContentHash(h2, l2);

    assertThat(number(a.plus(b))).isEqualTo(number(a).add(number(b)).mod(MODULUS));
    assertThat(number(a.minus(b))).isEqualTo(number(a).subtract(number(b)).mod(MODULUS));
    assertThat(a.plus(b).minus(b)).isEqualTo(a);
    assertThat(a.plus(b)).isEqualTo(b.plus(a));
    assertThat(a.plus(ContentHash.ZERO)).isEqualTo(a);
  }

  @Test
  void carryAndBorrowCrossTheMiddle() {
    ContentHash one = new ContentHash(0, 1);
    assertThat(new ContentHash(0, -1).plus(one)).isEqualTo(new ContentHash(1, 0));
    assertThat(new ContentHash(1, 0).minus(one)).isEqualTo(new ContentHash(0, -1));
    assertThat(ContentHash.ZERO.minus(one).plus(one)).isEqualTo(ContentHash.ZERO);
  }

  @Test
  @Rule("D-10")
  void partsOfAContentCannotRunTogether() {
    assertThat(new ContentHash.Digest().add("ab").add("c").finish())
        .isNotEqualTo(new ContentHash.Digest().add("a").add("bc").finish());
    ByteString rope = ByteString.copyFromUtf8("a".repeat(600)).concat(ByteString.copyFromUtf8("b"));
    ByteString flat = ByteString.copyFrom(rope.toByteArray());
    assertThat(new ContentHash.Digest().add(rope).finish())
        .isEqualTo(new ContentHash.Digest().add(flat).finish());
  }

  private static BigInteger number(ContentHash hash) {
    return new BigInteger(hash.toVersion(), 16);
  }
}
