package io.binnacle.core.property.order;

import io.binnacle.core.resource.Resource;
import io.binnacle.core.resource.ResourceType;
import io.binnacle.core.server.Response;
import java.util.Map;

/** A client of one ADS stream after another. */
interface Model {

  Wire wire();

  /** Reads a response, uses what is good, and answers. */
  void receive(Response response);

  /** A response goes out to it now. */
  void sending(Response response);

  /**
   * Whether what it will say on a new stream tells all that a server can know: no refusal that it
   * has not told yet, of which it may use parts (ED-44).
   */
  boolean mayLoseItsStream();

  /** Something that takes its time goes on: a drain, a health check. */
  void act();

  /** All that takes its time is over. */
  void calm();

  /** What it waited for has not come in time (15 s, in an Envoy). */
  void timeOut();

  /** The stream was lost; a new one begins. */
  void reconnect();

  /** Fails when something in use names a cluster that is lacking. */
  void check();

  /** What it holds of a type, by name: of a full-state type all that it was given. */
  Map<String, Resource> held(ResourceType type);

  /** What is not as it is in the end; empty when all is well. */
  String unfinished();
}
