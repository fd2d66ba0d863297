package org.jnvm.pdt;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import junit.framework.Test;
import junit.framework.TestCase;
import junit.framework.TestSuite;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.function.Executable;

/** Makes a suite of guava-testlib one of dynamic tests, which use the heap that is open around them. */
final class GuavaSuite {
    private GuavaSuite() {}

    /**
     * Converts a suite.
     *
     * @param suite what a builder of guava-testlib made
     * @param around runs each test, for example in a failure-atomic block
     * @return the same tests, in the same tree
     */
    static DynamicNode of(TestSuite suite, Consumer<Runnable> around) {
        List<DynamicNode> nodes = new ArrayList<>();
        for (Test test : Collections.list(suite.tests())) {
            if (test instanceof TestSuite inner) {
                nodes.add(of(inner, around));
            } else {
                TestCase one = (TestCase) test;
                nodes.add(DynamicTest.dynamicTest(one.getName(), () -> around.accept(() -> run(one))));
            }
        }
        return DynamicContainer.dynamicContainer(suite.getName(), nodes);
    }

    /**
     * Converts a suite of very many tests: each innermost suite becomes one test.
     *
     * @param suite what a builder of guava-testlib made
     * @param around runs each test, for example in a failure-atomic block
     * @return the same tests
     */
    static DynamicNode grouped(TestSuite suite, Consumer<Runnable> around) {
        List<DynamicNode> nodes = new ArrayList<>();
        List<TestCase> tests = new ArrayList<>();
        for (Test test : Collections.list(suite.tests())) {
            if (test instanceof TestSuite inner) {
                nodes.add(grouped(inner, around));
            } else {
                tests.add((TestCase) test);
            }
        }
        if (!tests.isEmpty()) {
            nodes.add(DynamicTest.dynamicTest(tests.size() + " tests", () -> runAll(tests, around)));
        }
        return DynamicContainer.dynamicContainer(suite.getName(), nodes);
    }

    private static void runAll(List<TestCase> tests, Consumer<Runnable> around) {
        List<Executable> each = new ArrayList<>();
        for (TestCase test : tests) {
            each.add(() -> {
                try {
                    around.accept(() -> run(test));
                } catch (Throwable e) {
                    throw new AssertionError(test.getName(), e);
                }
            });
        }
        Assertions.assertAll(each);
    }

    private static void run(TestCase test) {
        try {
            test.runBare();
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }
}
