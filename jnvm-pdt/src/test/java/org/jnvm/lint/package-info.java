/** The lint engine of the crash explorer on programs of all kinds, outside the packages that it takes for J-NVM's own. */
package org.jnvm.lint;
