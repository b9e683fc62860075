package io.binnacle.core.view;

import io.binnacle.core.resource.ResourceType;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * The empty views of types that only clients name (T-2). Views are compared by identity, so each
 * such type has one as long as somebody holds it; then it is forgotten, since clients can name any
 * number of types. Safe from any thread.
 */
final class EmptyViews {

  private static final ConcurrentMap<ResourceType, Made> MADE = new ConcurrentHashMap<>();
  private static final ReferenceQueue<TypeView> GONE = new ReferenceQueue<>();

  /** Knows its type, so that it can be taken out when nobody holds the view any more. */
  private static final class Made extends WeakReference<TypeView> {

    final ResourceType type;

    Made(TypeView view) {
      super(view, GONE);
      this.type = view.type();
    }
  }

  private EmptyViews() {}

  static TypeView of(ResourceType type) {
    forgetWhatIsGone();
    while (true) {
      Made made = MADE.get(type);
      TypeView view = made == null ? null : made.get();
      if (view != null) {
        return view;
      }
      TypeView fresh = TypeView.empty(type);
      Made mine = new Made(fresh);
      boolean isMine =
          made == null ? MADE.putIfAbsent(type, mine) == null : MADE.replace(type, made, mine);
      if (isMine) {
        return fresh;
      }
    }
  }

  private static void forgetWhatIsGone() {
    for (Reference<?> gone = GONE.poll(); gone != null; gone = GONE.poll()) {
      Made made = (Made) gone;
      MADE.remove(made.type, made);
    }
  }
}
