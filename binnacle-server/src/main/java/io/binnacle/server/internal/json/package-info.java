/**
 * Messages of polls in proto3 JSON: {@code JsonReader} reads requests and reports where a bad one
 * is bad, {@code JsonBodies} writes answers, each resource once.
 */
@NullMarked
package io.binnacle.server.internal.json;

import org.jspecify.annotations.NullMarked;
