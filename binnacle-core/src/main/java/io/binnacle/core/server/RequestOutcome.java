package io.binnacle.core.server;

/** What became of a request: facts about it, or the end of its stream. */
public sealed interface RequestOutcome {

  /** The request was taken. */
  record Accepted(RequestFacts facts) implements RequestOutcome {}

  /**
   * The stream is to be closed with this status (B-4); the session must not be used any more.
   *
   * @param message says what is wrong and what would be right
   */
  record Refused(Code code, String message) implements RequestOutcome {}

  /** The gRPC codes that a refusal can have. */
  enum Code {
    INVALID_ARGUMENT,
    RESOURCE_EXHAUSTED
  }
}
