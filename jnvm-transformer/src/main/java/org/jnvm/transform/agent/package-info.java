/** Transforms classes while they are loaded: for tests in an IDE, which compiles without the build. */
package org.jnvm.transform.agent;
