package org.jnvm.crashtest.junit;

import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jnvm.Heap;
import org.jnvm.crashtest.CrashExplorer;
import org.jnvm.crashtest.CrashReport;
import org.jnvm.crashtest.CrashRun;
import org.jnvm.crashtest.CrashScenario;
import org.jnvm.crashtest.option.Engine;
import org.jnvm.crashtest.option.PersistenceMode;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.HierarchyTraversalMode;
import org.junit.platform.commons.support.ReflectionSupport;

/** Runs the methods with {@link CrashTest}: one test for each mode and engine. */
public final class CrashTestExtension implements TestTemplateInvocationContextProvider {
    /** For JUnit. */
    public CrashTestExtension() {}

    @Override
    public boolean supportsTestTemplate(ExtensionContext context) {
        return context.getTestMethod()
                .filter(method -> AnnotationSupport.isAnnotated(method, CrashTest.class))
                .isPresent();
    }

    @Override
    public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(ExtensionContext context) {
        Method workload = context.getRequiredTestMethod();
        CrashTest test =
                AnnotationSupport.findAnnotation(workload, CrashTest.class).orElseThrow();
        require(workload, void.class, CrashRun.class);
        return Arrays.stream(test.modes())
                .flatMap(mode -> Arrays.stream(test.engines()).map(engine -> new Invocation(test, mode, engine)));
    }

    private static void require(Method method, Class<?> result, Class<?> parameter) {
        if (method.getReturnType() != result
                || method.getParameterCount() != 1
                || method.getParameterTypes()[0] != parameter) {
            throw new ExtensionConfigurationException("method does not fit its annotation: method="
                    + method.toGenericString() + ", expected=" + result.getSimpleName() + " " + method.getName() + "("
                    + parameter.getSimpleName() + ")");
        }
    }

    /** One exploration, in the place of one call of the method. */
    private record Invocation(CrashTest test, PersistenceMode mode, Engine engine)
            implements TestTemplateInvocationContext, InvocationInterceptor, ParameterResolver {
        @Override
        public String getDisplayName(int index) {
            return engine + ", " + mode;
        }

        @Override
        public List<Extension> getAdditionalExtensions() {
            return List.of(this);
        }

        @Override
        public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
            return parameter.getParameter().getType() == CrashRun.class;
        }

        @Override
        public @Nullable Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
            return null; // the call is replaced by the exploration, which has runs of its own
        }

        @Override
        public void interceptTestTemplateMethod(
                InvocationInterceptor.Invocation<Void> call,
                ReflectiveInvocationContext<Method> invocation,
                ExtensionContext context) {
            call.skip();
            Object instance = invocation.getTarget().orElseThrow();
            CrashScenario scenario = scenario(context, instance, invocation.getExecutable());
            Assumptions.assumeFalse(
                    CrashExplorer.isSkipped(scenario, engine),
                    () -> "another exploration is asked for by -D" + CrashExplorer.REPLAY_PROPERTY);
            CrashReport report = CrashExplorer.explore(scenario, engine);
            context.publishReportEntry("crash exploration", report.toString());
            report.requireGood();
        }

        private CrashScenario scenario(ExtensionContext context, Object instance, Method workload) {
            Methods methods = new Methods(context.getRequiredTestClass(), instance);
            CrashScenario scenario = CrashScenario.of(run -> ReflectionSupport.invokeMethod(workload, instance, run))
                    .mode(mode)
                    .pruning(test.pruning())
                    .heapBytes(test.heapBytes())
                    .seed(test.seed())
                    .bound(test.bound())
                    .schedules(test.schedules())
                    .randomImages(test.randomImages());
            for (Method method : methods.of(CrashInvariant.class, void.class, Heap.class)) {
                scenario = scenario.invariant(method.getName(), methods.action(method));
            }
            for (Method method : methods.of(CrashSetUp.class, void.class, Heap.class)) {
                scenario = scenario.setUp(methods.action(method));
            }
            for (Method method : methods.of(CrashGoOn.class, void.class, Heap.class)) {
                scenario = scenario.goOn(methods.action(method));
            }
            for (Method method : methods.of(CrashCleanUp.class, void.class, Heap.class)) {
                scenario = scenario.cleanUp(methods.action(method));
            }
            for (Method method : methods.of(CrashState.class, String.class, Heap.class)) {
                scenario = scenario.state(heap -> (String) ReflectionSupport.invokeMethod(method, instance, heap));
            }
            for (Method method : methods.of(CrashModel.class, String.class, List.class)) {
                scenario = scenario.model(names -> (String) ReflectionSupport.invokeMethod(method, instance, names));
            }
            return scenario;
        }
    }

    /** The annotated methods of a test class. */
    private record Methods(Class<?> type, Object instance) {
        List<Method> of(Class<? extends Annotation> annotation, Class<?> result, Class<?> parameter) {
            List<Method> found =
                    AnnotationSupport.findAnnotatedMethods(type, annotation, HierarchyTraversalMode.TOP_DOWN);
            found.forEach(method -> require(method, result, parameter));
            if (found.size() > 1 && annotation != CrashInvariant.class) {
                throw new ExtensionConfigurationException("one method at most may have the annotation: annotation="
                        + annotation.getSimpleName() + ", methods=" + found);
            }
            return found;
        }

        Consumer<Heap> action(Method method) {
            return heap -> ReflectionSupport.invokeMethod(method, instance, heap);
        }
    }
}
