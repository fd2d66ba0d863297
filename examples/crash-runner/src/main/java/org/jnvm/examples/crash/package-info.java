/** What a program needs to kill another one and to see what that one acknowledged. */
package org.jnvm.examples.crash;
