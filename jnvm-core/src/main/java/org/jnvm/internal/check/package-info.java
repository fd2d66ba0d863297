/** The heap check: looks at everything, changes nothing. */
package org.jnvm.internal.check;
