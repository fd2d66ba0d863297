package org.jnvm.tools;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jnvm.HeapCheck;
import org.jnvm.HeapFormatException;
import org.jnvm.HeapOptions;
import org.jnvm.internal.inspect.HeapBuilder;
import org.jnvm.internal.inspect.NewFile;
import org.jnvm.internal.inspect.ObjectBuilder;
import org.jnvm.internal.inspect.ObjectId;
import org.jnvm.internal.inspect.OfflineHeap;
import org.jnvm.internal.layout.ClassLayout;
import org.jnvm.internal.layout.ValueCode;
import org.jnvm.internal.layout.ValueLayout;
import org.jnvm.internal.value.StoredValue;
import org.jspecify.annotations.Nullable;

/** Fills a new heap with what {@link JsonDump} has written, or what was made of it since. Reads it once, from its beginning to its end. */
final class JsonLoad {
    private static final int TOLD_EVERY = 1 << 14;
    /** Values in each other, and what is around them. */
    private static final int MOST_LEVELS = 4 * ValueCode.MOST_LEVELS;
    /** What a heap may grow to, if that is not said. */
    private static final long DEFAULT_BYTES = 1L << 30;

    private static final String STRING_CLASS = "org.jnvm.pdt.PString";

    private final JsonParser json;
    private final Path file;
    private final long size;
    private final ToolProgress progress;
    private final FieldNames names = new FieldNames();
    private final Map<String, ObjectId> roots = new LinkedHashMap<>();
    private long maxBytes;
    private @Nullable HeapBuilder heap;
    private @Nullable OfflineHeap open;

    private JsonLoad(JsonParser json, Path file, long size, ToolProgress progress) {
        this.json = json;
        this.file = file;
        this.size = size;
        this.progress = progress;
    }

    /** See {@link HeapTools#load}. */
    static long load(InputStream in, Path out, long size, ToolProgress progress) throws IOException {
        JsonFactory factory = JsonFactory.builder()
                .disable(StreamReadFeature.AUTO_CLOSE_SOURCE)
                .streamReadConstraints(StreamReadConstraints.builder()
                        .maxStringLength(Integer.MAX_VALUE)
                        .maxNestingDepth(MOST_LEVELS)
                        .build())
                .build();
        try (JsonParser json = factory.createParser(in)) {
            return new NewFile(out, HeapFormatException::new).make(partial -> {
                long objects = new JsonLoad(json, partial, size, progress).load();
                requireSound(partial, progress);
                return objects;
            });
        }
    }

    private static void requireSound(Path heap, ToolProgress progress) {
        HeapCheck check = HeapTools.check(heap, progress);
        if (!check.isSound()) {
            throw new DumpFormatException(
                    "dump describes a heap that is not sound: findings=" + check.findings() + "; correct the dump",
                    null);
        }
    }

    private long load() {
        try {
            document();
            return heap().objects();
        } catch (IOException | IllegalArgumentException e) {
            fail();
            throw new DumpFormatException(
                    "not a dump that can be loaded: line="
                            + json.currentLocation().getLineNr() + ", "
                            + (e instanceof JsonProcessingException parse ? parse.getOriginalMessage() : e.getMessage())
                            + "; docs/TOOLS.md says what a dump is",
                    e);
        } catch (RuntimeException | Error e) {
            fail();
            throw e;
        } finally {
            if (open != null) {
                open.close();
            }
        }
    }

    private void fail() {
        if (open != null) {
            open.fail();
        }
    }

    private HeapBuilder heap() {
        if (heap == null) {
            open = OfflineHeap.create(
                    file, size > 0 ? size : maxBytes > 0 ? maxBytes : DEFAULT_BYTES, HeapOptions.defaults());
            heap = new HeapBuilder(open);
        }
        return heap;
    }

    private void document() throws IOException {
        JsonMembers.require(json, JsonToken.START_OBJECT);
        boolean versioned = false;
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String name = json.currentName();
            json.nextToken();
            switch (name) {
                case "dump" -> {
                    if (json.getIntValue() != JsonDump.VERSION) {
                        throw new IllegalArgumentException(
                                "version of the form: expected=" + JsonDump.VERSION + ", found=" + json.getIntValue());
                    }
                    versioned = true;
                }
                case "maxBytes" -> maxBytes = json.getLongValue();
                case "classes" -> array(this::layout);
                case "roots" -> roots();
                case "objects" -> array(this::object);
                default -> json.skipChildren();
            }
        }
        if (!versioned) {
            throw new IllegalArgumentException("no version of the form: write \"dump\": " + JsonDump.VERSION);
        }
        if (json.nextToken() != null) {
            throw new IllegalArgumentException("more than one JSON object");
        }
        heap().finish(roots);
        progress.progress("load", heap().objects(), heap().objects());
    }

    /** Reads an element. */
    private interface Element {
        void read() throws IOException;
    }

    /** Reads the elements of an array, at the first token of which the parser is. */
    private void array(Element element) throws IOException {
        if (!json.isExpectedStartArrayToken()) {
            throw new IllegalArgumentException("array expected, found: " + json.currentToken());
        }
        while (json.nextToken() != JsonToken.END_ARRAY) {
            element.read();
        }
    }

    private void layout() throws IOException {
        int reserved = 0;
        String text = null;
        expectObject();
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String name = json.currentName();
            json.nextToken();
            switch (name) {
                case "reserved" -> reserved = json.getIntValue();
                case "layout" -> text = json.getText();
                default -> throw new IllegalArgumentException("unknown name in a class: " + name);
            }
        }
        if (text == null) {
            throw new IllegalArgumentException("class without a layout");
        }
        heap().addClass(reserved, ClassLayout.parse(text));
    }

    private void expectObject() {
        if (!json.isExpectedStartObjectToken()) {
            throw new IllegalArgumentException("object expected, found: " + json.currentToken());
        }
    }

    private void roots() throws IOException {
        expectObject();
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String name = json.currentName();
            json.nextToken();
            Object value = JsonMembers.read(json);
            if (value instanceof ObjectId id) {
                roots.put(name, id);
            } else if (value != null) {
                throw new IllegalArgumentException("root that is no object: root=" + name + ", value=" + value);
            }
        }
    }

    private void object() throws IOException {
        expectObject();
        ObjectId id = null;
        String className = null;
        int version = 1;
        ObjectBuilder object = null;
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String name = json.currentName();
            json.nextToken();
            switch (name) {
                case "id" -> id = JsonMembers.id(json.getText());
                case "class" -> className = json.getText();
                case "version" -> version = json.getIntValue();
                case "value" -> {
                    string(id, className, json.getText());
                    return;
                }
                default -> {
                    if (object == null) {
                        if (id == null || className == null) {
                            throw new IllegalArgumentException("object whose id and class do not come first");
                        }
                        object = heap().object(className, version);
                    }
                    contents(object, name);
                }
            }
        }
        if (object == null || id == null) {
            throw new IllegalArgumentException("object without fields: id=" + id);
        }
        object.finish(id);
        if (heap().objects() % TOLD_EVERY == 0) {
            progress.progress("load", heap().objects(), 0);
        }
    }

    private void string(@Nullable ObjectId id, @Nullable String className, String value) throws IOException {
        if (id == null || !STRING_CLASS.equals(className)) {
            throw new IllegalArgumentException(
                    "only objects of " + STRING_CLASS + " have a value: id=" + id + ", class=" + className);
        }
        heap().string(id, value);
        JsonMembers.require(json, JsonToken.END_OBJECT);
    }

    private void contents(ObjectBuilder object, String name) throws IOException {
        switch (name) {
            case "fields" -> fields(object);
            case "elements" -> {
                String type = object.plainElementType();
                array(() -> object.element(type == null ? JsonMembers.read(json) : plain(type)));
            }
            case "entries" -> {
                requireIndex(object, object.layout().tableOffset(), name);
                array(() -> member(object));
            }
            case "leaves" -> {
                requireIndex(object, object.layout().treeOffset(), name);
                array(() -> {
                    array(() -> member(object));
                    object.endLeaf();
                });
            }
            default -> throw new IllegalArgumentException("unknown name in an object: " + name);
        }
    }

    private static void requireIndex(ObjectBuilder object, int offset, String name) {
        if (offset == 0) {
            throw new IllegalArgumentException(
                    "class has no " + name + ": " + object.layout().className());
        }
    }

    /** Reads an entry: a key and a value, or an element of a set. */
    private void member(ObjectBuilder object) throws IOException {
        Object[] pair = new Object[2];
        int[] count = {0};
        array(() -> {
            Object value = JsonMembers.read(json);
            if (value == null || count[0] == 2) {
                throw new IllegalArgumentException("entry that is no key and value: class="
                        + object.layout().className());
            }
            pair[count[0]++] = value;
        });
        if (count[0] == 0) {
            throw new IllegalArgumentException(
                    "entry without a key: class=" + object.layout().className());
        }
        object.member(pair[0], pair[1]);
    }

    private void fields(ObjectBuilder object) throws IOException {
        Map<String, ClassLayout.Field> byName = names.of(object.layout());
        expectObject();
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            ClassLayout.Field field = byName.get(json.currentName());
            if (field == null) {
                throw new IllegalArgumentException("field that the layout has not: class="
                        + object.layout().className() + ", field=" + json.currentName() + ", fields="
                        + byName.keySet());
            }
            json.nextToken();
            object.set(field, value(field.type()));
        }
    }

    private @Nullable Object value(String type) throws IOException {
        boolean typed = json.currentToken() == JsonToken.START_OBJECT || json.currentToken() == JsonToken.VALUE_NULL;
        boolean mayRefer = type.charAt(0) == 'O' || type.charAt(0) == 'L' && !ValueLayout.isOwnedType(type);
        return typed || mayRefer ? JsonMembers.read(json) : plain(type);
    }

    /** Reads what {@link JsonMembers#plain} wrote. */
    private Object plain(String type) throws IOException {
        String text = json.getText();
        try {
            return switch (type) {
                case "Z", "Vjava.lang.Boolean;" -> json.getBooleanValue();
                case "B", "Vjava.lang.Byte;" -> Byte.valueOf(text);
                case "S", "Vjava.lang.Short;" -> Short.valueOf(text);
                case "C", "Vjava.lang.Character;" -> JsonMembers.character(text);
                case "I", "Vjava.lang.Integer;" -> Integer.valueOf(text);
                case "J", "Ljava.lang.Long;" -> Long.valueOf(text);
                case "F", "Vjava.lang.Float;" -> Float.valueOf(text);
                case "D", "Ljava.lang.Double;" -> Double.valueOf(text);
                case "Ljava.lang.String;" -> text;
                case "Vjava.time.LocalDate;" -> LocalDate.parse(text);
                case "Vjava.time.LocalTime;" -> LocalTime.parse(text);
                default -> new StoredValue.Constant(type.substring(1, type.length() - 1), text);
            };
        } catch (NumberFormatException | DateTimeException e) {
            throw new IllegalArgumentException("value that its type has not: type=" + type + ", value=" + text, e);
        }
    }
}
