package org.jnvm.transform.check;

import java.lang.constant.ClassDesc;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.util.List;
import org.jnvm.transform.model.ClassInfo;
import org.jnvm.transform.model.Hierarchy;

/**
 * The verifier of the JDK that runs this: {@code java.lang.classfile}, which Java 24 and later have. It knows the class files
 * of its own release, also where ASM does not yet. By reflection, as this class runs on Java 17, too.
 */
public final class JdkVerifier {
    private static final int FIRST_RELEASE = 24;
    private static final String API = "java.lang.classfile.";
    private static final int MAJOR_OFFSET = 6;
    /** What it says of a class that is nowhere: nothing can be told of the method then. */
    private static final String MISSING = "Could not resolve class";

    private final Hierarchy hierarchy;

    public JdkVerifier(Hierarchy hierarchy) {
        this.hierarchy = hierarchy;
    }

    /** Tells whether this JDK knows the version of a class file, and has the verifier. */
    public static boolean knows(byte[] classFile) {
        if (Runtime.version().feature() < FIRST_RELEASE) {
            return false;
        }
        try {
            int newest = (int) api("ClassFile").getMethod("latestMajorVersion").invoke(null);
            return ByteBuffer.wrap(classFile).getShort(MAJOR_OFFSET) <= newest;
        } catch (ReflectiveOperationException e) {
            throw changed(e);
        }
    }

    /**
     * Verifies a class file that this JDK {@link #knows}.
     *
     * @param classFile the bytes
     * @return what the JVM would refuse it for, or null
     */
    public String verify(byte[] classFile) {
        try {
            Object verifier = verifier();
            List<?> errors =
                    (List<?>) api("ClassFile").getMethod("verify", byte[].class).invoke(verifier, (Object) classFile);
            return errors.stream()
                    .map(error -> ((VerifyError) error).getMessage())
                    .filter(message -> message == null || !message.contains(MISSING))
                    .findFirst()
                    .orElse(null);
        } catch (InvocationTargetException e) {
            // of a file that it cannot even parse
            return String.valueOf(e.getCause().getMessage());
        } catch (ReflectiveOperationException e) {
            throw changed(e);
        }
    }

    private Object verifier() throws ReflectiveOperationException {
        Class<?> resolverType = api("ClassHierarchyResolver");
        Object resolver = Proxy.newProxyInstance(
                resolverType.getClassLoader(),
                new Class<?>[] {resolverType},
                (proxy, method, arguments) -> method.isDefault()
                        ? InvocationHandler.invokeDefault(proxy, method, arguments)
                        : info((ClassDesc) arguments[0]));
        Object option = api("ClassFile$ClassHierarchyResolverOption")
                .getMethod("of", resolverType)
                .invoke(null, resolver);
        Object options = Array.newInstance(api("ClassFile$Option"), 1);
        Array.set(options, 0, option);
        return api("ClassFile").getMethod("of", options.getClass()).invoke(null, options);
    }

    /** Answers {@code getClassInfo}: null if a class is nowhere. */
    private Object info(ClassDesc type) throws ReflectiveOperationException {
        String descriptor = type.descriptorString();
        ClassInfo info = hierarchy.find(descriptor.substring(1, descriptor.length() - 1));
        if (info == null) {
            return null;
        }
        Class<?> answer = api("ClassHierarchyResolver$ClassHierarchyInfo");
        if (info.isInterface()) {
            return answer.getMethod("ofInterface").invoke(null);
        }
        ClassDesc parent = info.superName() == null ? null : ClassDesc.ofDescriptor("L" + info.superName() + ";");
        return answer.getMethod("ofClass", ClassDesc.class).invoke(null, parent);
    }

    private static Class<?> api(String name) throws ClassNotFoundException {
        return Class.forName(API + name);
    }

    private static IllegalStateException changed(ReflectiveOperationException cause) {
        return new IllegalStateException(
                "java.lang.classfile of Java " + Runtime.version().feature()
                        + " is not that of Java 24; use a newer jnvm-transformer, or switch verification off",
                cause);
    }
}
