package io.binnacle.server.resolve;

import static java.util.Objects.requireNonNull;

import com.google.protobuf.Message;
import io.binnacle.core.resource.Resource;
import io.grpc.Status;
import java.util.Collection;
import java.util.List;

/** What a {@link ResourceResolver} knows of a name. */
public sealed interface Resolution {

  /**
   * It exists. The resource is given only to clients that ask for it by name, whatever {@link
   * Resource#onDemand} says; the name that was asked for becomes an alias where it is not the name.
   */
  record Found(Resource resource) implements Resolution {
    public Found {
      requireNonNull(resource, "resource");
    }
  }

  /**
   * A glob collection has just these members now, which are given only to clients that ask for the
   * collection or for their names. An answer to {@link Lookup#isCollection} only.
   *
   * @param resources of the lookup's type, each directly under the glob and with its context
   *     parameters, no name twice
   */
  record Members(List<Resource> resources) implements Resolution {
    public Members {
      resources = List.copyOf(resources);
    }
  }

  /** It does not exist. */
  record Absent() implements Resolution {}

  /**
   * Nobody knows. What was found before stays in service; a client that asks for the first time is
   * answered as if there were none, and sent code and message (D-17). NOT_FOUND is {@link Absent}
   * with a message for the client.
   *
   * @param code why, for people and programs, such as PERMISSION_DENIED or UNAVAILABLE; not OK
   * @param message why, for people, clients too; that of UNKNOWN and INTERNAL, which may be the
   *     text of an exception, is for the log only
   */
  record Failed(Status.Code code, String message) implements Resolution {
    public Failed {
      requireNonNull(message, "message");
      if (requireNonNull(code, "code") == Status.Code.OK) {
        throw new IllegalArgumentException("a failure needs another code than OK");
      }
    }

    /** Whether something broke, other than an error that the resolver returned on purpose. */
    boolean isFault() {
      return code == Status.Code.UNKNOWN || code == Status.Code.INTERNAL;
    }
  }

  /** It is this message, under the name that stands in it; see {@link Resource#of}. */
  static Resolution found(Message message) {
    return new Found(Resource.of(message));
  }

  /** It is this resource. */
  static Resolution found(Resource resource) {
    return new Found(resource);
  }

  /** The collection has these members, and no other. */
  static Resolution members(Collection<Resource> resources) {
    return new Members(List.copyOf(resources));
  }

  /** It does not exist. */
  static Resolution absent() {
    return new Absent();
  }

  /** Nobody knows, for this reason. */
  static Resolution failed(Status.Code code, String message) {
    return new Failed(code, message);
  }
}
