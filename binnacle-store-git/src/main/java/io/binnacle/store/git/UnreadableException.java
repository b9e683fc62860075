package io.binnacle.store.git;

import java.io.IOException;
import org.eclipse.jgit.errors.MissingObjectException;
import org.eclipse.jgit.lib.ObjectId;

/** An object that is missing, damaged, or cannot be read now. The message is for people. */
final class UnreadableException extends IOException {

  private static final long serialVersionUID = 1;

  private final transient ObjectId object;

  UnreadableException(ObjectId object, IOException cause) {
    super(
        "object "
            + object.name()
            + (cause instanceof MissingObjectException
                ? " is missing"
                : " cannot be read: " + cause.getMessage()),
        cause);
    this.object = object;
  }

  ObjectId object() {
    return object;
  }
}
