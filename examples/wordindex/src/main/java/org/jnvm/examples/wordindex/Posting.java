package org.jnvm.examples.wordindex;

import org.jnvm.Persistent;

/** How often a word is in a document. */
@Persistent
final class Posting {
    private final Document document;
    private final int count;

    Posting(Document document, int count) {
        this.document = document;
        this.count = count;
    }

    Document document() {
        return document;
    }

    int count() {
        return count;
    }
}
