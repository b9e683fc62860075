package io.binnacle.app.cli;

import io.binnacle.app.net.HostPort;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** {@link HostPort} for picocli. */
final class Addresses implements ITypeConverter<HostPort> {

  @Override
  public HostPort convert(String text) {
    try {
      return HostPort.parse(text);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(String.valueOf(e.getMessage()));
    }
  }
}
