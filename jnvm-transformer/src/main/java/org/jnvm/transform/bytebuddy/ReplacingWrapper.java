package org.jnvm.transform.bytebuddy;

import net.bytebuddy.asm.AsmVisitorWrapper;
import net.bytebuddy.description.field.FieldDescription;
import net.bytebuddy.description.field.FieldList;
import net.bytebuddy.description.method.MethodList;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.implementation.Implementation;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.pool.TypePool;
import net.bytebuddy.utility.OpenedClassReader;

/** Drops the class that Byte Buddy reads, and writes another class file in its place. */
final class ReplacingWrapper extends AsmVisitorWrapper.AbstractBase {
    private final byte[] replacement;

    ReplacingWrapper(byte[] replacement) {
        this.replacement = replacement;
    }

    @Override
    public ClassVisitor wrap(
            TypeDescription type,
            ClassVisitor target,
            Implementation.Context context,
            TypePool pool,
            FieldList<FieldDescription.InDefinedShape> fields,
            MethodList<?> methods,
            int writerFlags,
            int readerFlags) {
        return new ClassVisitor(OpenedClassReader.ASM_API) {
            @Override
            public void visitEnd() {
                ClassReader reader = OpenedClassReader.of(replacement);
                reader.accept(target, readerFlags);
            }
        };
    }
}
