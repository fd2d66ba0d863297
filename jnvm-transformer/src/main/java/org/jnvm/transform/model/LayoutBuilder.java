package org.jnvm.transform.model;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jnvm.internal.layout.BlockLayout;
import org.jnvm.internal.layout.ClassLayout;
import org.jnvm.transform.asm.EscapeOfThis;
import org.jnvm.transform.asm.Names;
import org.jnvm.transform.asm.Problem;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldNode;

/**
 * Gives each field of a class its place in the object, and writes the class's layout.
 *
 * <p>Own fields follow those of the persistent superclass, larger ones first, otherwise as declared. Each is aligned to
 * its size and skips the header of the block it falls in, so that none straddles two blocks.
 */
final class LayoutBuilder {
    private static final int LAYOUT_VERSION = 1;
    /** What a string constant of a class file can hold. */
    private static final int TEXT_BYTES_MAX = 65_535;

    private final Hierarchy hierarchy;
    private final FieldTypes types;
    private final PObjectMethods methods;

    LayoutBuilder(Hierarchy hierarchy, FieldTypes types) {
        this.hierarchy = hierarchy;
        this.types = types;
        this.methods = new PObjectMethods(hierarchy);
    }

    /**
     * Lays out a class whose fields all have persistent types.
     *
     * @param node the class
     * @param superclass its persistent superclass, or null
     * @param failureAtomicMethods passed on
     */
    PersistentClass build(ClassNode node, PersistentClass superclass, boolean failureAtomicMethods) {
        return build(node, superclass, largestFirst(node), failureAtomicMethods);
    }

    /**
     * Lays out a class that is not annotated and extends a persistent one: it adds nothing to the heap, but its objects are
     * its own.
     *
     * @param node the class
     * @param superclass its persistent superclass
     */
    PersistentClass buildTransient(ClassNode node, PersistentClass superclass) {
        return build(node, superclass, List.of(), false);
    }

    private PersistentClass build(
            ClassNode node, PersistentClass superclass, List<FieldNode> largestFirst, boolean failureAtomicMethods) {
        int depth = superclass == null ? 0 : superclass.depth() + 1;
        int end = superclass == null
                ? BlockLayout.PAYLOAD_OFFSET
                : superclass.layout().bytes();
        List<PersistentField> fields = new ArrayList<>();
        List<FieldNode> left = new ArrayList<>(largestFirst);
        while (!left.isEmpty()) {
            FieldNode field = nextIn(left, end);
            left.remove(field);
            FieldKind kind = kind(field);
            int bytes = bytes(field);
            int offset = place(end, bytes);
            fields.add(new PersistentField(field.name, field.desc, kind, field.signature, field.access, offset, depth));
            end = offset + bytes;
        }
        Map<FieldNode, FieldKind> kinds = new IdentityHashMap<>();
        largestFirst.forEach(field -> kinds.put(field, kind(field)));
        String evolution = EvolutionText.of(hierarchy, types, node, kinds);
        requireRoom(node, evolution);
        ClassLayout layout = ClassLayout.parse(text(node, superclass, fields, end));
        requireRoom(node, layout.text());
        boolean leaksThis = superclass != null && superclass.leaksThis() || EscapeOfThis.fromConstructors(node);
        return new PersistentClass(
                node.name, superclass, List.copyOf(fields), layout, evolution, failureAtomicMethods, leaksThis);
    }

    private static void requireRoom(ClassNode node, String text) {
        int textBytes = text.getBytes(StandardCharsets.UTF_8).length;
        if (textBytes > TEXT_BYTES_MAX) {
            throw Problem.at(
                    node,
                    "too many persistent fields: layout text bytes=" + textBytes + ", at most " + TEXT_BYTES_MAX
                            + "; move fields to another persistent class");
        }
    }

    /** Tells whether a field is to live in the heap. */
    static boolean isPersistent(FieldNode field) {
        return (field.access & (Opcodes.ACC_STATIC | Opcodes.ACC_TRANSIENT)) == 0;
    }

    private List<FieldNode> largestFirst(ClassNode node) {
        return node.fields.stream()
                .filter(LayoutBuilder::isPersistent)
                .sorted(Comparator.comparingInt(this::bytes).reversed())
                .toList();
    }

    private FieldKind kind(FieldNode field) {
        return types.kind(field);
    }

    private int bytes(FieldNode field) {
        return ClassLayout.bytesOf(kind(field).layoutType(field.desc).charAt(0));
    }

    /** Returns the field that leaves the smallest hole behind what was placed, the largest of these. */
    private FieldNode nextIn(List<FieldNode> largestFirst, int end) {
        return largestFirst.stream()
                .min(Comparator.comparingInt(field -> place(end, bytes(field))))
                .orElseThrow();
    }

    private static int place(int from, int bytes) {
        return (from + bytes - 1) & -bytes;
    }

    private String text(ClassNode node, PersistentClass superclass, List<PersistentField> fields, int end) {
        StringBuilder text = new StringBuilder("class ").append(Names.binary(node.name));
        text.append("\nversion ").append(LAYOUT_VERSION);
        text.append("\nextends ").append(superclass == null ? "-" : Names.binary(superclass.name()));
        text.append("\nbytes ").append(end);
        if (superclass != null) {
            for (ClassLayout.Field field : superclass.layout().fields()) {
                appendField(text, field.declaringClass(), field.name(), field.type(), field.offset());
            }
        }
        for (PersistentField field : fields) {
            appendField(
                    text,
                    Names.binary(node.name),
                    field.name(),
                    field.kind().layoutType(field.descriptor()),
                    field.offset());
        }
        ClassInfo info = hierarchy.find(node.name);
        if (isCanonical(node, fields.size(), superclass)) {
            text.append("\ncanonical");
        }
        if (superclass != null && superclass.layout().overridesRecover() || methods.recovers(info)) {
            text.append("\nrecover");
        }
        EvolutionText.formerNames(node)
                .forEach(name -> text.append("\nformerly ").append(name));
        return text.toString();
    }

    private static void appendField(StringBuilder text, String declaringClass, String name, String type, int offset) {
        text.append("\nfield ").append(declaringClass).append(' ').append(name);
        text.append(' ').append(type).append(' ').append(offset);
    }

    /** A class is canonical if its proxies have state of their own, which two proxies of one object would split. */
    private boolean isCanonical(ClassNode node, int persistentFields, PersistentClass superclass) {
        ClassInfo info = hierarchy.find(node.name);
        if (superclass != null && superclass.layout().canonical() || methods.resurrects(info)) {
            return true;
        }
        long instanceFields = node.fields.stream()
                .filter(field -> (field.access & Opcodes.ACC_STATIC) == 0)
                .count();
        return instanceFields > persistentFields || superclass == null && needsOneProxy(hierarchy.superclass(info));
    }

    /** Tells whether a transient superclass has volatile state, or methods that lock the proxy itself. */
    private boolean needsOneProxy(ClassInfo transientClass) {
        for (ClassInfo c = transientClass; c != null; c = hierarchy.superclass(c)) {
            if (c.fields().stream().anyMatch(field -> !field.is(Opcodes.ACC_STATIC))
                    || c.methods().stream().anyMatch(LayoutBuilder::locksThis)) {
                return true;
            }
        }
        return false;
    }

    private static boolean locksThis(ClassInfo.Member method) {
        return method.is(Opcodes.ACC_SYNCHRONIZED) && !method.is(Opcodes.ACC_STATIC);
    }
}
