package org.jnvm.it.infinispan.adopted;

import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.stream.Stream;
import org.testng.IAnnotationTransformer;
import org.testng.annotations.ITestAnnotation;

/** Puts tests in the group {@code long} as well, so that they run when tests with that tag do. */
public final class AllLong implements IAnnotationTransformer {
    @Override
    @SuppressWarnings("rawtypes") // as TestNG has it
    public void transform(ITestAnnotation annotation, Class test, Constructor constructor, Method method) {
        annotation.setGroups(Stream.concat(Arrays.stream(annotation.getGroups()), Stream.of("long"))
                .toArray(String[]::new));
    }
}
