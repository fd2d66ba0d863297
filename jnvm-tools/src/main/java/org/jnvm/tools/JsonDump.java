package org.jnvm.tools;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import org.jnvm.internal.inspect.Elements;
import org.jnvm.internal.inspect.Entries;
import org.jnvm.internal.inspect.OwnedObjects;
import org.jnvm.internal.inspect.Reachable;
import org.jnvm.internal.inspect.StoredHeap;
import org.jnvm.internal.inspect.StoredObject;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.ClassLayout;
import org.jnvm.internal.layout.Reference;
import org.jnvm.internal.layout.ReservedClass;
import org.jnvm.internal.value.StoredValue;

/**
 * Writes the objects of a heap as JSON, each once, in the order of their addresses, so that the memory it takes does not
 * depend on how they are linked: references are written as ids. {@link JsonLoad} reads it.
 */
final class JsonDump {
    /** The version of the form. */
    static final int VERSION = 1;

    private static final int TOLD_EVERY = 1 << 14;

    private final StoredHeap heap;
    private final OwnedObjects owned;
    private final JsonGenerator json;
    private final FieldNames names = new FieldNames();

    private JsonDump(StoredHeap heap, OwnedObjects owned, JsonGenerator json) {
        this.heap = heap;
        this.owned = owned;
        this.json = json;
    }

    /** What a heap says of itself. */
    record Header(String id, long maxBytes) {}

    /** Writes a heap, or what some roots lead to. */
    static void write(StoredHeap heap, Header header, List<String> roots, OutputStream out, ToolProgress progress)
            throws IOException {
        Reachable reachable = Reachable.fromRoots(heap, roots.isEmpty() ? heap.rootNames() : roots, progress.passes());
        try (JsonGenerator json = Json.generator(out)) {
            json.setPrettyPrinter(new LinePrinter());
            new JsonDump(heap, new OwnedObjects(heap, reachable), json).all(header, roots, reachable, progress);
        }
    }

    private void all(Header header, List<String> roots, Reachable reachable, ToolProgress progress) throws IOException {
        json.writeStartObject();
        json.writeNumberField("dump", VERSION);
        json.writeStringField("heap", heap.path().toString());
        json.writeStringField("id", header.id());
        json.writeNumberField("maxBytes", header.maxBytes());
        json.writeArrayFieldStart("classes");
        for (int id : heap.classIds()) {
            json.writeStartObject();
            if (id < BlockLayout.FIRST_USER_CLASS_ID) {
                json.writeNumberField("reserved", id);
            }
            json.writeStringField("layout", heap.layout(id).text());
            json.writeEndObject();
        }
        json.writeEndArray();
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
            if (object != null && !owned.isPart(object)) {
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
        if (object.classId() == ReservedClass.STRING) {
            json.writeStringField("value", (String) object.immediate());
        } else {
            fields(object);
            if (Entries.areIn(layout)) {
                members(object);
            } else if (object.classId() == ReservedClass.ARRAY_LIST) {
                listElements(object);
            } else if (layout.tail() != null) {
                elements(object, object.length());
            }
        }
        json.writeEndObject();
    }

    private void fields(StoredObject object) throws IOException {
        json.writeObjectFieldStart("fields");
        for (Map.Entry<String, ClassLayout.Field> named :
                names.of(object.layout()).entrySet()) {
            if (!Entries.isDerived(object, named.getValue())) {
                json.writeFieldName(named.getKey());
                field(object, named.getValue());
            }
        }
        json.writeEndObject();
    }

    private void field(StoredObject object, ClassLayout.Field field) throws IOException {
        long bits = object.bits(field);
        boolean isOwner = Reference.isOwner(bits) && field.isReference();
        if (field.isReference() && !field.isOwned() && !isOwner) {
            reference(bits);
            return;
        }
        Object value = object.value(field);
        boolean known = !isOwner
                && !(value instanceof StoredValue.Damaged)
                && !(value instanceof StoredValue.Constant constant
                        && !field.type().equals("E" + constant.className() + ";"));
        if (known) {
            JsonMembers.plain(json, value);
        } else {
            JsonMembers.write(json, value);
        }
    }

    private void members(StoredObject collection) throws IOException {
        boolean sorted = collection.layout().treeOffset() != 0;
        json.writeArrayFieldStart(sorted ? "leaves" : "entries");
        boolean[] open = {false};
        try {
            new Entries(heap).visit(collection, new Entries.Visitor() {
                @Override
                public boolean visit(long key, long value) {
                    try {
                        if (sorted && !open[0]) {
                            json.writeStartArray();
                            open[0] = true;
                        }
                        json.writeStartArray();
                        member(key);
                        if (key != value) {
                            member(value);
                        }
                        json.writeEndArray();
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                    return true;
                }

                @Override
                public void endLeaf() {
                    try {
                        if (open[0]) {
                            json.writeEndArray();
                            open[0] = false;
                        }
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                }
            });
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        json.writeEndArray();
    }

    private void listElements(StoredObject list) throws IOException {
        if (Entries.referenceAt(list, ReservedClass.LIST_ELEMENTS_OFFSET) instanceof StoredObject elements
                && elements.classId() == ReservedClass.LIST_ELEMENTS) {
            elements(elements, elements.bits(elements.layout().fields().get(0)));
        }
    }

    private void elements(StoredObject object, long count) throws IOException {
        json.writeArrayFieldStart("elements");
        for (Elements elements = new Elements(object); elements.next() && elements.index() < count; ) {
            if (elements.areReferences()) {
                member(elements.reference());
            } else {
                JsonMembers.plain(json, elements.value());
            }
        }
        json.writeEndArray();
    }

    private void member(long ref) throws IOException {
        StoredObject value = Reference.isOwner(ref) ? heap.object(ref) : null;
        if (value == null) {
            reference(ref);
        } else {
            JsonMembers.write(json, value.immediate());
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
}
