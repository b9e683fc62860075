package io.binnacle.text.decode;

import com.google.protobuf.Message;
import io.binnacle.text.Finding;
import io.binnacle.text.Findings;
import io.binnacle.text.TestTypes;
import io.binnacle.text.tree.SourceText;
import io.binnacle.text.tree.YamlNode;
import io.binnacle.text.types.TypeCatalog;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What decoding a text gave. */
record Decoding(@Nullable Message message, List<Finding> findings) {

  static final TypeCatalog CATALOG = TestTypes.catalog();
  static final Message ALL = TestTypes.all(CATALOG);
  static final MessageDecoder DECODER = new MessageDecoder(CATALOG);

  static Decoding of(String file, String text, Message prototype) {
    Findings findings = new Findings();
    List<YamlNode> documents = SourceText.parse(file, text, findings);
    Message message = null;
    if (!documents.isEmpty()) {
      message = DECODER.decode(documents.get(0), prototype, "r", findings);
    }
    return new Decoding(findings.hasErrors() ? null : message, findings.sorted());
  }

  static Decoding yaml(String text) {
    return of("f.yaml", text, ALL);
  }

  static Decoding json(String text) {
    return of("f.json", text, ALL);
  }

  /** The findings as a user sees them, one per line. */
  String report() {
    return String.join("\n", findings.stream().map(Finding::toString).toList());
  }
}
