package org.jnvm.pdt;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.jnvm.Heap;
import org.jnvm.runtime.AbstractProxy;
import org.jnvm.runtime.Allocation;
import org.jnvm.runtime.FieldAccess;
import org.jnvm.spi.ClassDescriptor;
import org.jnvm.spi.Region;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How {@code toString} of a proxy shows the strings and collections that its object refers to. */
class StringInTextTest {
    private static final class Label extends AbstractProxy {
        private static final int TEXT = 8;
        private static final int MAP = 16;
        private static final ClassDescriptor CLASS = ClassDescriptor.register(Label.class, """
                class org.jnvm.pdt.StringInTextTest$Label
                version 1
                extends -
                bytes 24
                field org.jnvm.pdt.StringInTextTest$Label text Lorg.jnvm.pdt.PString; 8
                field org.jnvm.pdt.StringInTextTest$Label map Lorg.jnvm.pdt.PHashMap; 16""", Label::new);

        private Label(String text) {
            Allocation.allocate(this);
            FieldAccess.setRef(this, TEXT, text == null ? null : new PString(text));
            FieldAccess.setRef(this, MAP, new PHashMap<>());
        }

        private Label(Region region, long ref, long[] blocks) {
            super(region, ref, blocks);
        }

        @Override
        public ClassDescriptor $jnvm$descriptor() {
            return CLASS;
        }
    }

    @TempDir
    Path folder;

    private static String shown(String text) {
        String label = new Label(text).toString();
        assertThat(label).startsWith("Label@0x").contains("[text=").contains(", map=PHashMap@0x");
        return label.substring(label.indexOf("[text=") + 6, label.indexOf(", map="));
    }

    @Test
    void stringsAreQuotedAndShortened() {
        try (Heap heap = Heap.create(folder.resolve("a.heap"), 1 << 20);
                Heap.Scope scope = heap.enter()) {
            assertThat(scope).isNotNull();
            assertThat(shown(null)).isEqualTo("null");
            assertThat(shown("")).isEqualTo("\"\"");
            assertThat(shown("Hello, NVMM!")).isEqualTo("\"Hello, NVMM!\"");
            assertThat(shown("a \"b\"\n\t\\ \u0007")).isEqualTo("\"a \\\"b\\\"\\n\\t\\\\ \\u0007\"");
            assertThat(shown("größer")).isEqualTo("\"größer\"");
            assertThat(shown("Ωμέγα 漢字")).isEqualTo("\"Ωμέγα 漢字\"");
            assertThat(shown("\uD800 x")).isEqualTo("\"\uD800 x\"");
            assertThat(shown("x".repeat(60))).isEqualTo("\"" + "x".repeat(60) + "\"");
            for (String c : new String[] {"x", "é", "漢"}) {
                assertThat(shown(c.repeat(5000))).isEqualTo("\"" + c.repeat(60) + "…\"");
            }
        }
    }
}
