package io.binnacle.app.check;

/** One rule that the scripted server breaks, by the title of the case that shows it. */
enum Fault {
  NO_NONCE("a response has a type_url, a version and a nonce"),
  NO_VERSION("a response has a type_url, a version and a nonce"),
  NO_TYPE_URL("a response has a type_url, a version and a nonce"),
  OTHER_RESOURCES("resources are of the type of their response"),
  NAMES_TWICE("no name is twice in a response"),
  SAME_NONCE("no nonce comes twice on a stream"),
  ANSWERS_ACK("an ACK that changes nothing is not answered"),
  ANSWERS_NACK("a NACK is not answered with the same again and again"),
  NO_STAR("the name * stands for everything, as no name does"),
  NEEDS_NODE("the node is needed in the first request of a stream only"),
  UNASKED_TYPES("only types that were asked for come"),
  UNKNOWN_TYPE_ENDS("a type that nobody knows is empty, and the stream goes on"),
  NO_TYPE_IS_FINE("a request without type_url on ADS ends the stream with an error"),
  OTHER_TYPE_IS_FINE("a request of another type on a typed stream ends it with an error"),
  NO_MESSAGE_ENDS_ALL("a request that is no message ends its own stream only"),
  NO_MESSAGE_IS_FINE("a request that is no message ends its own stream only"),
  HALF_CLOSE_ENDS_AT_ONCE("a client that ends its side gets its answer, and then OK"),
  HALF_CLOSE_IS_IGNORED("a client that ends its side gets its answer, and then OK"),
  VERSIONS_OF_STREAMS("two streams get the same versions for the same content"),

  SILENT_FIRST("a first request is answered with what it names"),
  SILENT_FIRST_DELTA("a first subscription is answered with what it names"),
  STALE_FIRST_REQUEST("a nonce of another stream makes a first request no stale one"),
  ANSWERS_STALE("a request with a stale nonce is not answered, and changes nothing"),
  APPLIES_STALE("a request with a stale nonce is not answered, and changes nothing"),
  ACK_ADDS_NOTHING("an ACK may add names, which are sent"),
  SENDS_ONCE("a name that was unsubscribed and is named again is sent again"),
  CLUSTERS_ONE_BY_ONE("a response of clusters holds all that are subscribed"),
  EMPTY_IS_WILDCARD("after a name, an empty list is no wildcard"),
  ANSWERS_UNKNOWN("names of assignments that do not exist are not answered, and harm nothing"),
  ANSWERS_FEWER("a request that only takes names away is not answered"),

  NONCE_VOIDS("a subscription counts whatever the nonce beside it is"),
  SILENT_MISSING("a name that does not exist is answered in removed_resources"),
  SENDS_ONCE_DELTA("a name that is subscribed again is sent again"),
  IGNORES_LISTED("what the client lists with its version is not sent again"),
  TRUSTS_LISTED("what the client lists with another version is sent"),
  SILENT_GONE("what the client lists and is gone is named in removed_resources"),
  NAME_IS_WILDCARD("a first request with a name is no wildcard"),
  FORGETS_COVERED("a name that a wildcard covers is sent when it is unsubscribed beside it"),
  ANSWERS_UNSUBSCRIBE("an unsubscription is not answered, of an unknown name neither"),

  SAME_VERSION("a change comes under another version"),
  CHANGED_CLUSTERS_ONLY("a change of one cluster is sent with all others"),
  SILENT_LAST("a response without clusters says that the last one is gone"),
  SENDS_ALL("only what changed is sent"),
  SILENT_REMOVAL("a removal is announced in removed_resources, once"),
  REPEATS_REMOVAL("a removal is announced in removed_resources, once"),
  FORGETS_MISSING("a name that did not exist is sent when it appears"),
  NEVER_UNSUBSCRIBES("what was unsubscribed is not sent when it changes"),
  NACK_IS_THE_END("after a NACK the next change is sent"),
  ASSIGNMENTS_FIRST("a new cluster is sent in front of its assignment"),
  NO_WARMING("behind a changed cluster its assignment is sent again");

  private final String title;

  Fault(String title) {
    this.title = title;
  }

  /** Of the case that must show it. */
  String title() {
    return title;
  }
}
