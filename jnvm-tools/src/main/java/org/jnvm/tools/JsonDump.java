package org.jnvm.tools;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import org.jnvm.internal.inspect.Reachable;
import org.jnvm.internal.inspect.StoredHeap;
import org.jnvm.internal.inspect.StoredObject;
import org.jnvm.internal.layout.ClassLayout;
import org.jnvm.internal.layout.Reference;

/**
 * Writes the objects of a heap as JSON, each once, in the order of their addresses, so that the memory it takes does not
 * depend on how they are linked: references are written as ids.
 */
final class JsonDump {
    private static final int TOLD_EVERY = 1 << 14;

    private final StoredHeap heap;
    private final JsonGenerator json;

    private JsonDump(StoredHeap heap, JsonGenerator json) {
        this.heap = heap;
        this.json = json;
    }

    /** Writes a heap, or what some roots lead to. */
    static void write(StoredHeap heap, String id, List<String> roots, OutputStream out, ToolProgress progress)
            throws IOException {
        Reachable reachable = Reachable.fromRoots(heap, roots.isEmpty() ? heap.rootNames() : roots, progress.passes());
        try (JsonGenerator json = Json.generator(out)) {
            json.setPrettyPrinter(new LinePrinter());
            new JsonDump(heap, json).all(id, roots, reachable, progress);
        }
    }

    private void all(String id, List<String> roots, Reachable reachable, ToolProgress progress) throws IOException {
        json.writeStartObject();
        json.writeStringField("heap", heap.path().toString());
        json.writeStringField("id", id);
        json.writeObjectFieldStart("roots");
        for (String root : roots.isEmpty() ? heap.rootNames() : roots) {
            json.writeFieldName(root);
            reference(heap.root(root));
        }
        json.writeEndObject();
        json.writeArrayFieldStart("objects");
        long done = 0;
        for (Reachable.Cursor cursor = reachable.cursor(); cursor.next(); ) {
            StoredObject object = heap.object(cursor.ref());
            if (object != null) {
                object(object);
            }
            if (++done % TOLD_EVERY == 0) {
                progress.progress("dump", done, reachable.objects());
            }
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private void object(StoredObject object) throws IOException {
        ClassLayout layout = object.layout();
        json.writeStartObject();
        json.writeStringField("id", Reference.describe(object.ref()));
        json.writeStringField("class", layout.className());
        if (layout.version() > 1) {
            json.writeNumberField("version", layout.version());
        }
        Object immediate = object.immediate();
        if (immediate != null) {
            json.writeFieldName("value");
            value(immediate);
        } else {
            json.writeObjectFieldStart("fields");
            for (ClassLayout.Field field : layout.fields()) {
                json.writeFieldName(Values.name(layout, field));
                long bits = object.bits(field);
                if (field.isReference() && !field.isOwned() && !Reference.isOwner(bits)) {
                    reference(bits);
                } else {
                    value(object.value(field));
                }
            }
            json.writeEndObject();
            if (layout.tail() != null) {
                elements(object);
            }
        }
        json.writeEndObject();
    }

    private void elements(StoredObject object) throws IOException {
        json.writeArrayFieldStart("elements");
        for (Elements elements = new Elements(object); elements.next(); ) {
            if (elements.areReferences()) {
                element(elements.reference());
            } else {
                value(elements.value());
            }
        }
        json.writeEndArray();
    }

    private void element(long ref) throws IOException {
        StoredObject owned = Reference.isOwner(ref) ? heap.object(ref) : null;
        if (owned == null) {
            reference(ref);
        } else {
            value(owned.immediate());
        }
    }

    /** Writes the id of what a reference leads to; of one that leads to nothing, which recovery sets to null, too. */
    private void reference(long ref) throws IOException {
        if (ref == Reference.NULL) {
            json.writeNull();
            return;
        }
        json.writeStartObject();
        json.writeStringField(heap.object(ref) == null ? "dangling" : "ref", Reference.describe(ref));
        json.writeEndObject();
    }

    private void value(Object value) throws IOException {
        if (value == null) {
            json.writeNull();
        } else if (value instanceof Boolean b) {
            json.writeBoolean(b);
        } else if (value instanceof Float f) {
            json.writeNumber(f);
        } else if (value instanceof Double d) {
            json.writeNumber(d);
        } else if (value instanceof BigDecimal || value instanceof BigInteger) {
            json.writeString(value.toString());
        } else if (value instanceof Number n) {
            json.writeNumber(n.longValue());
        } else {
            json.writeString(value.toString());
        }
    }
}
