/** Checks of classes that change nothing: of what comes in, and of what comes out. */
package org.jnvm.transform.check;
