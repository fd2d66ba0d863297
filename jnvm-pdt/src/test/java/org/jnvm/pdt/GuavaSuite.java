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
    /** Reporting a test takes longer than most of these take. */
    private static final int MOST_TOGETHER = 1000;

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
                nodes.add(single((TestCase) test, around));
            }
        }
        return DynamicContainer.dynamicContainer(suite.getName(), nodes);
    }

    /**
     * Converts a suite of very many tests: each part of it that has not more than a thousand becomes one test.
     *
     * @param name what it is called
     * @param suite what a builder of guava-testlib made; may be converted several times
     * @param around runs each test, for example in a failure-atomic block
     * @return the same tests
     */
    static DynamicNode grouped(String name, TestSuite suite, Consumer<Runnable> around) {
        int count = suite.countTestCases();
        if (count <= MOST_TOGETHER) {
            return DynamicTest.dynamicTest(name + ": " + count + " tests", () -> runAll(suite, around));
        }
        List<DynamicNode> nodes = new ArrayList<>();
        for (Test test : Collections.list(suite.tests())) {
            nodes.add(
                    test instanceof TestSuite inner
                            ? grouped(inner.getName(), inner, around)
                            : single((TestCase) test, around));
        }
        return DynamicContainer.dynamicContainer(name, nodes);
    }

    private static DynamicTest single(TestCase test, Consumer<Runnable> around) {
        return DynamicTest.dynamicTest(test.getName(), () -> around.accept(() -> run(test)));
    }

    private static void runAll(TestSuite suite, Consumer<Runnable> around) {
        List<Executable> each = new ArrayList<>();
        add(suite, "", around, each);
        Assertions.assertAll(each);
    }

    private static void add(TestSuite suite, String path, Consumer<Runnable> around, List<Executable> each) {
        for (Test test : Collections.list(suite.tests())) {
            if (test instanceof TestSuite inner) {
                add(inner, path + inner.getName() + ", ", around, each);
            } else {
                TestCase one = (TestCase) test;
                each.add(() -> {
                    try {
                        around.accept(() -> run(one));
                    } catch (Throwable e) {
                        throw new AssertionError(path + one.getName(), e);
                    }
                });
            }
        }
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
