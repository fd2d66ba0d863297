package org.jnvm.it.infinispan.adopted;

import org.testng.IInvokedMethod;
import org.testng.IInvokedMethodListener;
import org.testng.ITestResult;

/**
 * Takes back the interrupt that TestNG leaves its own thread with when a test has thrown, as some are expected to. What
 * cleans up behind the test would be interrupted where it waits for the store; the store of Infinispan's tests never waits.
 */
public final class Interrupts implements IInvokedMethodListener {
    @Override
    public void beforeInvocation(IInvokedMethod method, ITestResult result) {}

    @Override
    public void afterInvocation(IInvokedMethod method, ITestResult result) {
        Thread.interrupted();
    }
}
