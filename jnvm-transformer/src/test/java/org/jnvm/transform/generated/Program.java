package org.jnvm.transform.generated;

import java.util.Set;
import java.util.regex.Pattern;
import org.jnvm.transform.generated.Piece.Group;

/**
 * A generated program.
 *
 * @param seed what it was generated from
 * @param source its source
 * @param classes the number of its persistent classes
 */
record Program(long seed, Group source, int classes) {
    /** What the Java heap needs where a value becomes that of a field. */
    private static final Pattern MODEL_CALL = Pattern.compile("World\\.(assigned|push|pop)\\(");

    /** Returns the package of the program, which has a main class. */
    String packageName() {
        return "g" + Long.toUnsignedString(seed, 36);
    }

    /** Returns the path of its source file. */
    String path() {
        return packageName() + "/Main.java";
    }

    /** Returns the source, without some groups. */
    String source(boolean javaHeap, Set<Group> dropped) {
        StringBuilder out = new StringBuilder("package " + packageName() + ";\n");
        source.print(out, javaHeap, dropped);
        return javaHeap ? out.toString() : MODEL_CALL.matcher(out).replaceAll("(");
    }
}
