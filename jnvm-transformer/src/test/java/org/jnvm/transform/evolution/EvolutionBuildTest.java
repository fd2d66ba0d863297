package org.jnvm.transform.evolution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.jnvm.transform.RefusedException;
import org.jnvm.transform.engine.Sandbox;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What classes say of their past that cannot be is refused by the build, with the field and what to do. */
class EvolutionBuildTest {
    @TempDir
    Path folder;

    private Sandbox sandbox(String classes) throws Exception {
        return new Sandbox(folder).source("Item.java", """
                        enum State { NEW }
                        class Show implements FieldConverter<Integer, String> {
                            public String convert(Integer value) { return "" + value; }
                        }
                        abstract class Half implements FieldConverter<Integer, String> { }
                        """ + classes).compile();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "@Default(\"x\") int f | app.Item.f|: @Default is no value of the field's type: \"x\"; write a value of int",
                "@Default(\"300\") byte f | app.Item.f|: @Default is no value of the field's type: \"300\"",
                "@Default(\"yes\") Boolean f | app.Item.f|: @Default is no value of the field's type: \"yes\"",
                "@Default(\"ab\") char f | app.Item.f|: @Default is no value of the field's type: \"ab\"",
                "@Default(\"OLD\") State f | app.Item.f|: @Default names no constant of the enum: \"OLD\"",
                "@Default(\"x\") Item f | app.Item.f|: @Default on a reference to a persistent object",
                "@Default(\"1\") static int f | app.Item.f|: @Formerly, @Default and @Converted are for fields in the heap",
                "@Formerly(\"x\") transient int f | app.Item.f|: @Formerly, @Default and @Converted are for fields in the heap",
                "@Formerly(\"f\") int f | app.Item.f|: @Formerly names no other field: \"f\"",
                "@Formerly(\"a b\") int f | app.Item.f|: @Formerly names no other field: \"a b\"",
                "@Converted(from = \"app.Item\", by = Show.class) String f | app.Item.f|: @Converted from what converters do not take",
                "@Converted(from = \"int\", by = Half.class) String f | app.Item.f|: converter cannot be made: app.Half",
                "@Converted(from = \"int\", by = Show.class) Item f | app.Item.f|: @Converted on a reference",
            })
    void aFieldCannotSayWhatMakesNoSense(String field, String where, String problem) throws Exception {
        Sandbox sandbox = sandbox("@Persistent class Item { " + field + "; }");
        assertThatThrownBy(sandbox::transform)
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining(where)
                .hasMessageContaining(problem);
    }

    @Test
    void aClassCannotSayWhatMakesNoSense() throws Exception {
        Sandbox removed = sandbox("@Persistent @Removed({\"f\", \"app.Item.g\", \"\"}) class Item { int f; int g; }");
        assertThatThrownBy(removed::transform)
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("@Removed names a field that the class has: f; remove one of them")
                .hasMessageContaining("@Removed names a field that the class has: app.Item.g")
                .hasMessageContaining("@Removed names no field: \"\"");
        Sandbox named = sandbox("@Persistent @Formerly(\"app.Item\") class Item { int f; }");
        assertThatThrownBy(named::transform)
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("@Formerly does not name another class: \"app.Item\"");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "@Formerly(\"b\") int a; @Formerly(\"a\") int b; | app.Item.a|: @Formerly exchanges names in one release: a, b;",
                "@Formerly(\"app.Item.b\") int a; @Formerly({\"a\", \"x\"}) long b; | app.Item.b|: @Formerly exchanges names in one release: b, a;",
                "@Formerly(\"c\") int a; @Formerly(\"a\") int b; @Formerly(\"b\") int c; @Formerly(\"a\") int d; | app.Item.c|: @Formerly exchanges names in one release: c, b, a;",
            })
    void fieldsCannotExchangeNames(String fields, String where, String problem) throws Exception {
        Sandbox sandbox = sandbox("@Persistent class Item { " + fields + " }");
        assertThatThrownBy(sandbox::transform)
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining(where)
                .hasMessageContaining(problem)
                .hasMessageContaining("give one of them a name that none had");
    }

    /** Names that pass from field to field in several releases, and one that is freed and taken in the same one. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "@Formerly({\"d\", \"b\"}) int a; @Formerly(\"a\") int b;",
                "int a; @Formerly(\"a\") int b; @Formerly(\"b\") int c;"
            })
    void namesMayPassOn(String fields) throws Exception {
        assertThat(sandbox("@Persistent class Item { " + fields + " }")
                        .transform()
                        .warnings())
                .isEmpty();
    }

    @Test
    void initialisersOfAnyKindAreNoWarning() throws Exception {
        Sandbox sandbox = sandbox("@Persistent class Item { long time = System.nanoTime(); String text = \""
                + "x".repeat(5000) + "\"; Item next = null; int f = 5; }");
        assertThat(sandbox.transform().warnings()).isEmpty();
    }
}
