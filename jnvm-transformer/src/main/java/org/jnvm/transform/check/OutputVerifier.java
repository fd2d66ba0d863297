package org.jnvm.transform.check;

import org.jnvm.transform.RefusedException;
import org.jnvm.transform.asm.ClassNodes;
import org.jnvm.transform.asm.Names;
import org.jnvm.transform.asm.NewerClassReader;
import org.jnvm.transform.asm.Problem;
import org.jnvm.transform.model.ClassTypes;
import org.jnvm.transform.model.Hierarchy;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.util.CheckClassAdapter;

/**
 * Verifies generated classes before they are written: their form, and types as the JVM does, by stack map frames; in class
 * files that are too old to need them by data flow. A class file of a version that ASM does not know is verified by the JDK,
 * too, if that knows it.
 */
public final class OutputVerifier {
    /** From this class file version on the JVM goes by frames alone. */
    private static final int FRAMES = Opcodes.V1_7;

    private static final int MAJOR_MASK = 0xFFFF;

    private final Hierarchy hierarchy;

    public OutputVerifier(Hierarchy hierarchy) {
        this.hierarchy = hierarchy;
    }

    /**
     * Verifies a class.
     *
     * @param classFile the class after the transformation
     * @param original the class before it
     * @param onlyCallsChanged whether nothing but field accesses became calls
     * @throws RefusedException if the JVM would refuse it: a defect of the transformer, or of the class before it
     */
    public void verify(byte[] classFile, byte[] original, boolean onlyCallsChanged) {
        Defect defect = find(classFile);
        if (defect == null) {
            return;
        }
        if (find(original) == null) {
            throw Problem.in(
                    defect.place(),
                    "the transformed class does not verify, its file was left as it was: " + defect.text()
                            + "; please report it with the class",
                    defect.cause());
        }
        // what cannot be judged without some class that it names was not made worse by calls of the same shape
        if (!onlyCallsChanged) {
            throw Problem.in(
                    defect.place(),
                    "cannot be verified, nor could it before the transformation: " + defect.text()
                            + "; add the dependency that has the missing class",
                    defect.cause());
        }
    }

    private Defect find(byte[] classFile) {
        ClassReader reader = ClassNodes.reader(classFile, "class file");
        ClassNode node = new ClassNode();
        try {
            reader.accept(new CheckClassAdapter(node, false), ClassReader.EXPAND_FRAMES);
        } catch (RuntimeException e) {
            return new Defect(Names.binary(reader.getClassName()), e.getMessage(), e);
        }
        for (MethodNode method : node.methods) {
            try {
                check(node, method);
            } catch (AnalyzerException | RuntimeException e) {
                return new Defect(Names.binary(node.name) + "." + method.name + method.desc, e.getMessage(), e);
            }
        }
        boolean toAskTheJdk = NewerClassReader.isNewer(classFile) && JdkVerifier.knows(classFile);
        String refusal = toAskTheJdk ? new JdkVerifier(hierarchy).verify(classFile) : null;
        return refusal == null ? null : new Defect(Names.binary(node.name), refusal, null);
    }

    private void check(ClassNode node, MethodNode method) throws AnalyzerException {
        if (method.instructions.size() == 0) {
            return;
        }
        ClassTypes types = new ClassTypes(hierarchy, node);
        if ((node.version & MAJOR_MASK) >= FRAMES) {
            new FrameCheck(types, node, method).run();
        } else {
            new Analyzer<>(types).analyze(node.name, method);
        }
    }

    private record Defect(String place, String text, Exception cause) {}
}
