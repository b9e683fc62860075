package io.binnacle.core.validate;

import com.google.protobuf.Message;
import io.binnacle.core.message.FieldPath;
import io.binnacle.core.resource.Resource;

/**
 * A check that is added to a {@link Validator}. Called by the thread that validates; one check may
 * be called by several at a time.
 */
public interface Check {

  /**
   * Looks at one resource by itself.
   *
   * @param message its content, unpacked
   */
  default void resource(Resource resource, Message message, Report report) {}

  /** Looks at all resources that are served together. */
  default void together(Together together, Report report) {}

  /** Takes what a check finds. */
  interface Report {

    /** Reports something. */
    void add(Issue issue);

    /** Reports that a resource must not be served. */
    default void error(String rule, Resource resource, FieldPath path, String message) {
      add(new Issue(Severity.ERROR, rule, resource, path, message));
    }

    /** Reports something that the author should look at. */
    default void warning(String rule, Resource resource, FieldPath path, String message) {
      add(new Issue(Severity.WARNING, rule, resource, path, message));
    }
  }
}
