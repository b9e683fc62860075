package io.binnacle.text.types;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.Message;
import io.binnacle.core.message.GeneratedTypes;
import io.binnacle.core.message.MessageTypes;
import io.binnacle.text.Findings;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
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

  private static final TypeCatalog GENERATED = new TypeCatalog(Map.of(), null, null);

  private static final GeneratedNames NAMES = new GeneratedNames();

  private final Map<String, Descriptor> own;

  private final @Nullable BundledApi bundled;
  private final @Nullable String program;

  private TypeCatalog(
      Map<String, Descriptor> own, @Nullable BundledApi bundled, @Nullable String program) {
    this.own = Map.copyOf(own);
    this.bundled = bundled;
    this.program = program;
  }

  /** The types of the Envoy API that there are classes of, and no newer ones. */
  public static TypeCatalog generated() {
    return GENERATED;
  }

  /**
   * The types of the newest Envoy API that this program knows: of the Envoy whose descriptors the
   * build put into the jar, else the generated ones.
   */
  public static TypeCatalog newest() {
    return Newest.CATALOG;
  }

  /** Made when it is first asked for. */
  private static final class Newest {
    static final TypeCatalog CATALOG =
        BundledApi.instance() == null
            ? GENERATED
            : new TypeCatalog(Map.of(), BundledApi.instance(), null);
  }

  /** Which Envoy API this is, for people: {@code Envoy API 1.40.0}. */
  public String apiName() {
    if (program != null) {
      return "the Envoy API in " + program;
    }
    return bundled == null
        ? "the Envoy API of the generated classes"
        : "Envoy API " + bundled.version();
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
    new DescriptorSet(file, this::file, findings)
        .messages(bytes)
        .forEach(d -> all.put(d.getFullName(), d));
    // G-7: what this Envoy does not know is not to be taken from a newer API
    return ProgramDescriptors.isProgram(bytes)
        ? new TypeCatalog(all, null, file)
        : new TypeCatalog(all, bundled, program);
  }

  private @Nullable FileDescriptor file(String path) {
    FileDescriptor newer = bundled == null ? null : bundled.file(path);
    return newer == null ? GeneratedTypes.INSTANCE.file(path) : newer;
  }

  /**
   * The empty message of a type, from which builders and the descriptor come: a {@link
   * DynamicMessage} of the user's descriptors, else of the newest API, else of a generated class.
   *
   * @param typeUrl a type URL with any prefix, or a full name without one
   * @return null when no such type is known
   */
  @Override
  public @Nullable Message find(String typeUrl) {
    String name = nameOf(typeUrl);
    Descriptor descriptor = own.get(name);
    if (descriptor != null) {
      return DynamicMessage.getDefaultInstance(descriptor);
    }
    Message newer = bundled == null ? null : bundled.find(name);
    return newer == null ? GeneratedTypes.INSTANCE.find(name) : newer;
  }

  /**
   * Whether it has the descriptors of a program: then what these call deprecated is so for the
   * Envoy in use (G-7).
   */
  public boolean isOfProgram() {
    return program != null;
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
    Set<String> all = new TreeSet<>(NAMES.all());
    all.removeIf(TypeCatalog::isOfOldApi);
    all.addAll(newerNames());
    all.addAll(own.keySet());
    return NearestType.among(all, nameOf(typeUrl));
  }

  private Set<String> newerNames() {
    return bundled == null ? Set.of() : bundled.names();
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
    return !own.containsKey(name) && !newerNames().contains(name) && isOfOldApi(name);
  }

  private static boolean isOfOldApi(String name) {
    return name.startsWith("envoy.") && OLD_VERSION.matcher(name).find();
  }
}
