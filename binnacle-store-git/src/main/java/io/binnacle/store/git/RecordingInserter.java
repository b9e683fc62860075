package io.binnacle.store.git;

import java.io.IOException;
import java.io.InputStream;
import java.util.HashSet;
import java.util.Set;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectInserter;

/** Writes objects and remembers which. One use, one thread. */
final class RecordingInserter extends ObjectInserter.Filter {

  private final ObjectInserter inserter;
  private final Set<ObjectId> inserted = new HashSet<>();

  RecordingInserter(ObjectInserter inserter) {
    this.inserter = inserter;
  }

  @Override
  protected ObjectInserter delegate() {
    return inserter;
  }

  @Override
  public ObjectId insert(int type, byte[] data, int offset, int length) throws IOException {
    return recorded(inserter.insert(type, data, offset, length));
  }

  @Override
  public ObjectId insert(int type, long length, InputStream in) throws IOException {
    return recorded(inserter.insert(type, length, in));
  }

  private ObjectId recorded(ObjectId id) {
    inserted.add(id);
    return id;
  }

  Set<ObjectId> inserted() {
    return inserted;
  }
}
