/** Objects in blocks: headers, classes, proxies, validity. */
package org.jnvm.internal.object;
