package io.binnacle.core.validate.content;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.binnacle.rules.Rule;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PrivateKeysTest {

  private static KeyPair pair(String kind) throws GeneralSecurityException {
    return KeyPairGenerator.getInstance(kind).generateKeyPair();
  }

  @ParameterizedTest
  @ValueSource(strings = {"RSA", "RSASSA-PSS", "EC", "Ed25519", "Ed448"})
  @Rule("SDS-1")
  void aKeyBelongsToItsOwnPublicKeyAlone(String kind) throws Exception {
    KeyPair one = pair(kind);
    KeyPair other = pair(kind);

    assertThat(PrivateKeys.belongTogether(one.getPrivate(), one.getPublic())).isTrue();
    assertThat(PrivateKeys.belongTogether(one.getPrivate(), other.getPublic())).isFalse();
  }

  @Test
  @Rule("SDS-1")
  void keysOfTwoKindsAreAnError() throws Exception {
    KeyPair rsa = pair("RSA");
    KeyPair ec = pair("EC");
    KeyPair edwards = pair("Ed25519");

    assertThatThrownBy(() -> PrivateKeys.belongTogether(rsa.getPrivate(), ec.getPublic()))
        .isInstanceOf(GeneralSecurityException.class);
    assertThatThrownBy(() -> PrivateKeys.belongTogether(ec.getPrivate(), edwards.getPublic()))
        .isInstanceOf(GeneralSecurityException.class);
    assertThatThrownBy(() -> PrivateKeys.belongTogether(edwards.getPrivate(), rsa.getPublic()))
        .isInstanceOf(GeneralSecurityException.class);
  }
}
