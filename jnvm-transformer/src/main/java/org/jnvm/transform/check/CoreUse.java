package org.jnvm.transform.check;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.regex.Pattern;
import org.jnvm.transform.ClassResolver;
import org.jnvm.transform.asm.ClassNodes;
import org.jnvm.transform.asm.Names;
import org.jnvm.transform.model.Hierarchy;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;

/**
 * Tells which plain classes may call core: where it is not on the class path, or a named module does not read it, such
 * calls would fail.
 */
public final class CoreUse {
    private static final String CORE_MODULES = "org.jnvm.";
    /** J-NVM's own packages, which an agent meets: what these calls become must not call itself. */
    private static final Pattern OWN = Pattern.compile("org/jnvm/((spi|internal|pdt|pfa)/.*|[^/]*)");

    private static final String CORE_PACKAGES = "org/jnvm/";
    private static final int CLASS_TAG = 7;

    private final ClassResolver module;
    private final Hierarchy hierarchy;
    private Boolean readByModule;

    public CoreUse(ClassResolver module, Hierarchy hierarchy) {
        this.module = module;
        this.hierarchy = hierarchy;
    }

    public boolean mayCall(ClassReader reader) {
        return hierarchy.find(Names.POBJECT) != null
                && !OWN.matcher(reader.getClassName()).matches()
                && (moduleReadsCore() || names(reader));
    }

    private boolean moduleReadsCore() {
        if (readByModule == null) {
            try {
                byte[] descriptor = module.find(ClassResolver.MODULE_DESCRIPTOR);
                readByModule = descriptor == null || requiresCore(descriptor);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return readByModule;
    }

    private static boolean requiresCore(byte[] descriptor) {
        ClassNode node = new ClassNode();
        ClassNodes.reader(descriptor, ClassResolver.MODULE_DESCRIPTOR).accept(node, ClassReader.SKIP_CODE);
        return node.module != null
                && node.module.requires != null
                && node.module.requires.stream().anyMatch(required -> required.module.startsWith(CORE_MODULES));
    }

    /** Tells whether a class was compiled against core, or a module that comes with it. */
    private static boolean names(ClassReader reader) {
        char[] buffer = new char[reader.getMaxStringLength()];
        for (int i = 1; i < reader.getItemCount(); i++) {
            int item = reader.getItem(i);
            boolean isClass = item != 0 && reader.readByte(item - 1) == CLASS_TAG;
            if (isClass && reader.readUTF8(item, buffer).startsWith(CORE_PACKAGES)) {
                return true;
            }
        }
        return false;
    }
}
