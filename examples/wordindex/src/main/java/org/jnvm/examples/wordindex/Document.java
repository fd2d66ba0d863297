package org.jnvm.examples.wordindex;

import org.jnvm.Persistent;
import org.jnvm.pdt.PString;

/** A document that is in the index. */
@Persistent
final class Document {
    private final PString name;

    Document(String name) {
        this.name = new PString(name);
    }

    PString name() {
        return name;
    }
}
