package io.binnacle.app.cli.option;

import io.binnacle.app.net.HostPort;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** {@link HostPort} for picocli. */
public final class Addresses implements ITypeConverter<HostPort> {

  @Override
  public HostPort convert(String text) {
    try {
      return HostPort.parse(text);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(String.valueOf(e.getMessage()));
    }
  }
}
