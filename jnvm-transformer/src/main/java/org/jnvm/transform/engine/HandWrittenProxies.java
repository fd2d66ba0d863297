package org.jnvm.transform.engine;

import java.util.List;
import java.util.Map;
import org.jnvm.transform.ClassFile;
import org.jnvm.transform.asm.Names;
import org.jnvm.transform.model.ClassInfo;

/** Proxies that a module has written by hand, and lists in an index of its own, which the transformer's would replace. */
final class HandWrittenProxies {
    private final Map<String, ClassFile> module;

    /**
     * Prepares a search.
     *
     * @param module the class files of the module, by path
     */
    HandWrittenProxies(Map<String, ClassFile> module) {
        this.module = module;
    }

    /** Returns those of some binary names that are proxies which nothing has transformed. */
    List<String> among(List<String> binaryNames) {
        return binaryNames.stream()
                .filter(name -> isProxy(name.replace('.', '/'), true))
                .toList();
    }

    private boolean isProxy(String name, boolean first) {
        ClassFile file = module.get(name + ".class");
        if (file == null) {
            return !first && name.equals(Names.ABSTRACT_PROXY);
        }
        ClassInfo info = ClassInfo.read(file.content(), file.display(), false);
        return info.isPlain() && (info.interfaces().contains(Names.PROXY) || isProxy(info.superName(), false));
    }
}
