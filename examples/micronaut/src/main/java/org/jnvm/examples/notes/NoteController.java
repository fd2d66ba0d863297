package org.jnvm.examples.notes;

import io.micronaut.http.MediaType;
import io.micronaut.http.annotation.Body;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Get;
import io.micronaut.http.annotation.PathVariable;
import io.micronaut.http.annotation.Put;
import io.micronaut.scheduling.TaskExecutors;
import io.micronaut.scheduling.annotation.ExecuteOn;
import java.time.Instant;
import java.util.Map;
import org.jnvm.Heap;
import org.jnvm.pdt.PConcurrentHashMap;

/** The notes over HTTP: what is put is durable when it is answered. */
@Controller("/notes")
@ExecuteOn(TaskExecutors.BLOCKING)
class NoteController {
    private final Map<String, Note> notes;

    NoteController(Heap heap) {
        notes = find(heap);
    }

    @SuppressWarnings("unchecked") // what a root leads to has no type arguments
    private static Map<String, Note> find(Heap heap) {
        if (!heap.root().exists("notes")) {
            heap.root().put("notes", new PConcurrentHashMap<String, Note>());
        }
        return (Map<String, Note>) heap.root().get("notes");
    }

    @Put(value = "/{name}", consumes = MediaType.TEXT_PLAIN)
    void put(@PathVariable String name, @Body String text) {
        notes.put(name, new Note(text, Instant.now()));
    }

    /** Answers with the note, or with 404. */
    @Get(value = "/{name}", produces = MediaType.TEXT_PLAIN)
    String get(@PathVariable String name) {
        Note note = notes.get(name);
        return note == null ? null : note.getText();
    }
}
