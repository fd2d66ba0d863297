/** What J-NVM costs, measured. */
package org.jnvm.bench;
