/** Ways to go through crash images. */
package org.jnvm.crashtest.internal.engine;
