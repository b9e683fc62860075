package io.binnacle.app.admin.api;

import com.linecorp.armeria.server.ServerBuilder;

/** Answers some paths of the API. Safe from any thread. */
public interface ApiPart {

  /** Adds its paths to a server. */
  void addTo(ServerBuilder server);
}
