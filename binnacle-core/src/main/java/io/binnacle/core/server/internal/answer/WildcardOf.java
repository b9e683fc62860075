package io.binnacle.core.server.internal.answer;

import io.binnacle.core.server.Variant;
import io.binnacle.core.view.TypeView;

/** Shared work: everything that a wildcard selects of a view, as one variant sends it. */
record WildcardOf(TypeView view, Variant variant) {}
