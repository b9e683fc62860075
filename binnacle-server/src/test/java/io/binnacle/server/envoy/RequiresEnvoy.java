package io.binnacle.server.envoy;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Marks tests that need a real Envoy. They are skipped where there is none, and run (hence fail)
 * without one where {@code BINNACLE_REQUIRE_PEERS=1} is set. When such a test fails, the end of the
 * log of every Envoy of its class goes to standard error.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Tag("envoy")
@ExtendWith(EnvoyExtension.class)
@interface RequiresEnvoy {}
