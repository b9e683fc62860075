package io.binnacle.text.types;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.Message;
import io.binnacle.core.message.GeneratedTypes;
import io.binnacle.core.message.MessageTypes;
import io.binnacle.text.Findings;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Every message type that can be named. A type of the user's descriptors wins over a generated
 * class of the same name, so that a newer Envoy API can be read without a new release (G-7).
 * Immutable, but for caches; safe for all threads.
 */
public final class TypeCatalog implements MessageTypes {

  /** What the types of the Envoy API are written with in {@code @type}. */
  public static final String URL_PREFIX = "type.googleapis.com/";

  private static final Pattern OLD_VERSION = Pattern.compile("\\.v[12](?:alpha[0-9]*)?\\.");

  private static final TypeCatalog GENERATED = new TypeCatalog(Map.of(), false);

  private static final GeneratedNames NAMES = new GeneratedNames();

  private final Map<String, Descriptor> own;

  private final boolean ofProgram;

  private TypeCatalog(Map<String, Descriptor> own, boolean ofProgram) {
    this.ofProgram = ofProgram;
    this.own = Map.copyOf(own);
  }

  /** The types of the Envoy API that this program was built with. */
  public static TypeCatalog generated() {
    return GENERATED;
  }

  /**
   * This catalog and the types of a descriptor set. Files that the set imports without having them
   * are taken from the Envoy API. What cannot be used becomes a finding and is left out.
   *
   * @param file the set's name, for findings
   * @param bytes a serialized {@code google.protobuf.FileDescriptorSet}, or a program with
   *     descriptors linked into it, such as an Envoy binary
   */
  public TypeCatalog withDescriptors(String file, byte[] bytes, Findings findings) {
    Map<String, Descriptor> all = new HashMap<>(own);
    new DescriptorSet(file, findings).messages(bytes).forEach(d -> all.put(d.getFullName(), d));
    return new TypeCatalog(all, ofProgram || ProgramDescriptors.isProgram(bytes));
  }

  /**
   * The empty message of a type, from which builders and the descriptor come: of a generated class
   * where there is one, else a {@link DynamicMessage}.
   *
   * @param typeUrl a type URL with any prefix, or a full name without one
   * @return null when no such type is known
   */
  @Override
  public @Nullable Message find(String typeUrl) {
    String name = nameOf(typeUrl);
    Descriptor descriptor = own.get(name);
    return descriptor == null
        ? GeneratedTypes.INSTANCE.find(name)
        : DynamicMessage.getDefaultInstance(descriptor);
  }

  /**
   * Whether it has the descriptors of a program: then what these call deprecated is so for the
   * Envoy in use (G-7).
   */
  public boolean isOfProgram() {
    return ofProgram;
  }

  /** The full name in a type URL: what stands behind the last slash. */
  public static String nameOf(String typeUrl) {
    return MessageTypes.nameOf(typeUrl);
  }

  /**
   * The known type that a wrong type URL was probably meant to name, as a full name; null when none
   * is near. Looks through all names, so it takes milliseconds.
   */
  public @Nullable String nearest(String typeUrl) {
    List<String> all = new ArrayList<>(NAMES.all());
    all.removeIf(TypeCatalog::isOfOldApi);
    all.addAll(own.keySet());
    return NearestType.among(all, nameOf(typeUrl));
  }

  /** Whether only Envoy's contrib build has this type. */
  public boolean isContrib(String typeUrl) {
    return ContribTypes.include(nameOf(typeUrl));
  }

  /**
   * Whether a type is of the API before v3, which no Envoy reads since 1.18, though its classes are
   * here; a type of the user's descriptors never is.
   */
  public boolean isTooOld(String typeUrl) {
    String name = nameOf(typeUrl);
    return !own.containsKey(name) && isOfOldApi(name);
  }

  private static boolean isOfOldApi(String name) {
    return name.startsWith("envoy.") && OLD_VERSION.matcher(name).find();
  }
}
