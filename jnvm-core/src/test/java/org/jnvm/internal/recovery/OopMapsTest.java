package org.jnvm.internal.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.ClassLayout;
import org.jnvm.internal.layout.ReservedClass;
import org.jnvm.testing.Seed;
import org.junit.jupiter.api.Test;

class OopMapsTest {
    private static ClassLayout layout(String name, String superName, String... types) {
        StringBuilder text = new StringBuilder("class " + name + "\nversion 1\nextends " + superName);
        text.append("\nbytes ").append(8 + 8 * types.length);
        for (int i = 0; i < types.length; i++) {
            text.append("\nfield ")
                    .append(name)
                    .append(" f")
                    .append(i)
                    .append(" L")
                    .append(types[i])
                    .append("; ");
            text.append(8 + 8 * i);
        }
        return ClassLayout.parse(text.toString());
    }

    /** The classes of a program, numbered from 1 on. */
    private static OopMaps program(ClassLayout... layouts) {
        ClassLayout[] byId = new ClassLayout[BlockLayout.FIRST_USER_CLASS_ID + layouts.length];
        System.arraycopy(layouts, 0, byId, BlockLayout.FIRST_USER_CLASS_ID, layouts.length);
        return new OopMaps(byId);
    }

    private static boolean programFits(OopMaps maps, int holder, int field, int target) {
        int before = BlockLayout.FIRST_USER_CLASS_ID - 1;
        return fits(maps, before + holder, field, before + target);
    }

    private static boolean fits(OopMaps maps, int holder, int field, int target) {
        return maps.fits(maps.of(holder).types[field], target);
    }

    @Test
    void aDeclaredClassAcceptsItselfAndWhatExtendsIt() {
        OopMaps maps = program(
                layout("Holder", "-", "Animal", "Dog", "org.jnvm.PObject", "Unknown", "Pug"),
                layout("Animal", "-"),
                layout("Dog", "Animal"),
                layout("Pug", "Dog"),
                layout("Cat", "Animal"),
                layout("Stone", "-"),
                layout("Wolf", "Canine"), // whose superclass has no record
                layout("Puppy", "Wolf"));
        boolean[][] expected = {
            // by field; then by target: Holder Animal Dog Pug Cat Stone Wolf Puppy
            {false, true, true, true, true, false, true, true},
            {false, false, true, true, false, false, true, true},
            {true, true, true, true, true, true, true, true},
            {true, true, true, true, true, true, true, true},
            {false, false, false, true, false, false, true, true},
        };
        for (int field = 0; field < expected.length; field++) {
            for (int target = 1; target <= 8; target++) {
                assertThat(programFits(maps, 1, field, target))
                        .as("field %d, target %d", field, target)
                        .isEqualTo(expected[field][target - 1]);
            }
        }
    }

    @Test
    void aClassWhoseSuperclassHasNoRecordIsStillADeclaredType() {
        OopMaps maps = new OopMaps(new ClassLayout[] {
            null,
            layout("Holder", "-", "Wolf"),
            layout("Wolf", "Canine"),
            layout("Puppy", "Wolf"),
            layout("Stone", "-"),
        });
        assertThat(fits(maps, 1, 0, 2)).isTrue();
        assertThat(fits(maps, 1, 0, 3)).isTrue();
        assertThat(fits(maps, 1, 0, 4)).isFalse();
    }

    @Test
    void aJavaTypeAcceptsTheClassThatStandsInForIt() {
        ClassLayout[] layouts = new ClassLayout[20];
        layouts[1] = layout("Holder", "-", "java.lang.String", "java.lang.Long");
        layouts[ReservedClass.STRING] = layout("org.jnvm.pdt.PString", "-");
        layouts[ReservedClass.LONG_BOX] = layout("jnvm.LongBox", "-");
        OopMaps maps = new OopMaps(layouts);
        assertThat(fits(maps, 1, 0, ReservedClass.STRING)).isTrue();
        assertThat(fits(maps, 1, 0, ReservedClass.LONG_BOX)).isFalse();
        assertThat(fits(maps, 1, 1, ReservedClass.LONG_BOX)).isTrue();
        assertThat(fits(maps, 1, 1, 1)).isFalse();
    }

    @Test
    void damagedHierarchiesAreAccepted() {
        OopMaps cycle = program(layout("Holder", "-", "A"), layout("A", "B"), layout("B", "A"), layout("Self", "Self"));
        for (int target = 1; target <= 4; target++) {
            assertThat(programFits(cycle, 1, 0, target)).isTrue();
        }
        ClassLayout[] chain = new ClassLayout[30_000];
        for (int id = 1; id < chain.length; id++) {
            chain[id] = layout("C" + id, id == 1 ? "-" : "C" + (id - 1), "C15000");
        }
        OopMaps maps = new OopMaps(chain);
        assertThat(fits(maps, 1, 0, 14_999)).isFalse();
        assertThat(fits(maps, 1, 0, 15_000)).isTrue();
        assertThat(fits(maps, 1, 0, 29_999)).isTrue();
    }

    @Test
    void agreesWithWalkingTheChain(@Seed("maps") Random random) {
        for (int round = 0; round < 50; round++) {
            int count = 2 + random.nextInt(28); // one block holds a reference to each
            int[] above = new int[count];
            ClassLayout[] layouts = new ClassLayout[count];
            String[] all = new String[count - 1];
            Arrays.setAll(all, i -> "C" + (i + 1));
            for (int id = 1; id < count; id++) {
                above[id] = random.nextInt(id);
                layouts[id] = layout("C" + id, above[id] == 0 ? "-" : "C" + above[id], id == 1 ? all : new String[0]);
            }
            OopMaps maps = new OopMaps(layouts);
            for (int type = 1; type < count; type++) {
                for (int target = 1; target < count; target++) {
                    int at = target;
                    while (at != 0 && at != type) {
                        at = above[at];
                    }
                    assertThat(fits(maps, 1, type - 1, target)).isEqualTo(at == type);
                }
            }
        }
    }
}
