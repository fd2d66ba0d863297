package notes;

import org.jnvm.Persistent;

/** One note, and those before it. */
@Persistent
class Note {
    final String text;
    final Note earlier;

    Note(String text, Note earlier) {
        this.text = text;
        this.earlier = earlier;
    }
}
