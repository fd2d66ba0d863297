/** Failures for people. */
package org.jnvm.crashtest.internal.report;
