package org.jnvm.testing;

import java.io.IOException;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Resolves parameters of type {@link TestHeap}: the constructor and the methods of one test see the same. */
final class HeapExtension implements ParameterResolver, AfterEachCallback {
    private static final Namespace NAMESPACE = Namespace.create(HeapExtension.class);

    /** Else the context in the constructor would be that of the class, which several tests share. */
    @Override
    public ExtensionContextScope getTestInstantiationExtensionContextScope(ExtensionContext root) {
        return ExtensionContextScope.TEST_METHOD;
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == TestHeap.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return context.getStore(NAMESPACE).getOrComputeIfAbsent(TestHeap.class);
    }

    @Override
    public void afterEach(ExtensionContext context) throws IOException {
        TestHeap made = context.getStore(NAMESPACE).remove(TestHeap.class, TestHeap.class);
        if (made != null) {
            made.end();
        }
    }
}
