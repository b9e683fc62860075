package io.binnacle.core.server;

import io.binnacle.core.view.TypeView;

/** Shared work: what a wildcard stream without exceptions is sent between two views. */
record WildcardStep(TypeView from, TypeView to, Variant variant) {}
