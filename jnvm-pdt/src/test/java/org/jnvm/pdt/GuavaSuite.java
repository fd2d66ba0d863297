package org.jnvm.pdt;

import com.google.common.collect.testing.testers.CollectionIteratorTester;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import junit.framework.Test;
import junit.framework.TestCase;
import junit.framework.TestSuite;
import org.jnvm.testing.Full;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.function.Executable;

/** Makes a suite of guava-testlib one of dynamic tests, which use the heap that is open around them. */
final class GuavaSuite {
    /** Reporting a test takes longer than most of these take. */
    private static final int MOST_TOGETHER = 1000;

    /**
     * For suites that also run with all their tests: without those that try every sequence of calls of an iterator, on a
     * new collection for each. A sorted map has them for each of its views and their views, and most of its time is theirs.
     */
    static final Predicate<Test> SHORT = test -> Full.ON || !(test instanceof CollectionIteratorTester<?>);

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
     * @param wanted which of its tests are run
     * @param around runs each test, for example in a failure-atomic block
     * @return those tests
     */
    static DynamicNode grouped(String name, TestSuite suite, Predicate<Test> wanted, Consumer<Runnable> around) {
        int count = suite.countTestCases();
        if (count <= MOST_TOGETHER) {
            return DynamicTest.dynamicTest(name + ": " + count + " tests", () -> runAll(suite, wanted, around));
        }
        List<DynamicNode> nodes = new ArrayList<>();
        for (Test test : Collections.list(suite.tests())) {
            if (test instanceof TestSuite inner) {
                nodes.add(grouped(inner.getName(), inner, wanted, around));
            } else if (wanted.test(test)) {
                nodes.add(single((TestCase) test, around));
            }
        }
        return DynamicContainer.dynamicContainer(name, nodes);
    }

    private static DynamicTest single(TestCase test, Consumer<Runnable> around) {
        return DynamicTest.dynamicTest(test.getName(), () -> around.accept(() -> run(test)));
    }

    private static void runAll(TestSuite suite, Predicate<Test> wanted, Consumer<Runnable> around) {
        List<Executable> each = new ArrayList<>();
        add(suite, "", wanted, around, each);
        Assertions.assertAll(each);
    }

    private static void add(
            TestSuite suite, String path, Predicate<Test> wanted, Consumer<Runnable> around, List<Executable> each) {
        for (Test test : Collections.list(suite.tests())) {
            if (test instanceof TestSuite inner) {
                add(inner, path + inner.getName() + ", ", wanted, around, each);
            } else if (wanted.test(test)) {
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
