package io.binnacle.core.server.internal.answer;

import io.binnacle.core.server.Variant;
import io.binnacle.core.view.TypeView;

/** Shared work: what a wildcard stream without exceptions is sent between two views. */
record WildcardStep(TypeView from, TypeView to, Variant variant) {}
