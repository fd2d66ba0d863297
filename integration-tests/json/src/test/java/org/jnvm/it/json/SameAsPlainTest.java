package org.jnvm.it.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.beans.BeanInfo;
import java.beans.Introspector;
import java.beans.PropertyDescriptor;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jnvm.Heap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Libraries that map beans see of a persistent object what they see of an object of the plain class: the same JSON is
 * written, the same is read into the same fields, and the same is refused.
 */
@Tag("once") // the same on each JDK
class SameAsPlainTest {
    private static final long HEAP_BYTES = 16 << 20;
    /** Explicit names, which these fields need, are not subject to what a mapper says of all names. */
    private static final Set<String> NAMED_EXPLICITLY =
            Set.of("OddNames", "OddPrivateNames", "JacksonAnnotated", "JsonbAnnotated", "FieldsDetected");

    private static final String FIELD_OF_SUPERCLASS = "SizedBox";

    @TempDir
    static Path folder;

    private static Twin plain;
    private static Twin persistent;
    private static Heap heap;

    private Heap.Scope scope;

    @BeforeAll
    static void open() throws IOException {
        plain = Twin.plain(folder.resolve("plain"));
        persistent = Twin.persistent(folder.resolve("persistent"));
        heap = Heap.create(folder.resolve("test.heap"), HEAP_BYTES);
    }

    @AfterAll
    static void close() throws IOException {
        heap.close();
        plain.close();
        persistent.close();
    }

    @BeforeEach
    void enter() {
        scope = heap.enter();
    }

    @AfterEach
    void leave() {
        scope.close();
    }

    static List<String> names() {
        return Twin.names();
    }

    static Stream<Arguments> namesAndLibraries() {
        return names().stream()
                .flatMap(name -> Stream.of(Library.values())
                        .filter(library -> !library.isOtherNaming() || !NAMED_EXPLICITLY.contains(name))
                        .map(library -> Arguments.of(name, library)));
    }

    @ParameterizedTest(name = "{arguments}")
    @MethodSource("namesAndLibraries")
    void writesTheSame(String name, Library library) throws Exception {
        String expected = library.write(plain.sample(name));
        String json = library.write(persistent.sample(name));
        assertThat(tree(json)).isEqualTo(tree(expected));
        assertThat(json).hasSameSizeAs(expected);
    }

    static Stream<Arguments> reading() {
        return namesAndLibraries()
                .filter(arguments -> !arguments.get()[0].equals(FIELD_OF_SUPERCLASS)
                        || !((Library) arguments.get()[1]).isJackson());
    }

    @ParameterizedTest(name = "{arguments}")
    @MethodSource("reading")
    void readsTheSame(String name, Library library) throws Exception {
        List<String> differences = new ArrayList<>();
        for (String json : documents(name, library)) {
            String expected = library.read(json, plain.type(name));
            String actual = library.read(json, persistent.type(name));
            if (!actual.equals(expected)) {
                differences.add(json + "\n  plain:      " + expected + "\n  persistent: " + actual);
            }
        }
        assertThat(differences).isEmpty();
    }

    /**
     * Where a class has a getter and a superclass has a private field of that name, Jackson takes the two together and
     * writes the field. It does not get at that of a persistent class.
     */
    @Test
    void doesNotReachPrivateFieldsOfSuperclasses() throws Exception {
        String json = "{\"size\":77}";
        assertThat(Library.JACKSON_LENIENT.read(json, plain.type(FIELD_OF_SUPERCLASS)))
                .startsWith("77 ");
        assertThat(Library.JACKSON_LENIENT.read(json, persistent.type(FIELD_OF_SUPERCLASS)))
                .isEqualTo(Library.JACKSON_LENIENT.read("{}", plain.type(FIELD_OF_SUPERCLASS)));
    }

    /** What the library writes itself, and each property that the class may have or have not, alone. */
    private static List<String> documents(String name, Library library) throws Exception {
        String own = library.write(plain.sample(name));
        List<String> documents = new ArrayList<>(List.of("{}", own, Library.JACKSON.write(plain.sample(name))));
        Set<String> properties = new TreeSet<>();
        tree(own).fieldNames().forEachRemaining(properties::add);
        for (Class<?> c = plain.type(name); c != Object.class; c = c.getSuperclass()) {
            for (Field field : c.getDeclaredFields()) {
                String first = field.getName().substring(0, 1);
                String rest = field.getName().substring(1);
                properties.add(field.getName());
                properties.add(field.getName().toLowerCase(Locale.ROOT));
                properties.add(first.toUpperCase(Locale.ROOT) + rest);
                properties.add(first.toLowerCase(Locale.ROOT) + rest);
            }
        }
        properties.addAll(List.of("valid", "addr", "heap", "class", "old", "renamed", "open", "user_name"));
        for (String property : properties) {
            for (String value : List.of("77", "true", "\"changed\"", "null")) {
                documents.add("{\"" + property + "\":" + value + "}");
            }
        }
        return documents;
    }

    /** Public fields are the one difference: {@code java.beans} looks at methods only, and their accessors are public. */
    @ParameterizedTest(name = "{arguments}")
    @MethodSource("names")
    void introspectsTheSame(String name) throws Exception {
        Map<String, String> expected = properties(plain.type(name));
        Map<String, String> actual = properties(persistent.type(name));
        for (Class<?> c = plain.type(name); c != Object.class; c = c.getSuperclass()) {
            for (Field field : c.getDeclaredFields()) {
                boolean hasAccessors = Modifier.isPublic(field.getModifiers())
                        && !Modifier.isStatic(field.getModifiers())
                        && !Modifier.isTransient(field.getModifiers());
                if (hasAccessors) {
                    String property = Introspector.decapitalize(
                            field.getName().substring(0, 1).toUpperCase(Locale.ROOT)
                                    + field.getName().substring(1));
                    expected.remove(property);
                    actual.remove(property);
                }
            }
        }
        assertThat(actual).isEqualTo(expected);
    }

    private static Map<String, String> properties(Class<?> type) throws Exception {
        BeanInfo info = Introspector.getBeanInfo(type, Object.class);
        Map<String, String> properties = new TreeMap<>();
        for (PropertyDescriptor property : info.getPropertyDescriptors()) {
            // not where it is declared: a persistent class may have a method that calls the one it inherits
            properties.put(
                    property.getName(),
                    property.getPropertyType() + " " + name(property.getReadMethod()) + " "
                            + name(property.getWriteMethod()));
        }
        return properties;
    }

    private static String name(Method method) {
        return method == null ? "none" : method.getName();
    }

    private static JsonNode tree(String json) throws IOException {
        return new ObjectMapper().readTree(json.startsWith("{") ? json : "\"" + json + "\"");
    }
}
