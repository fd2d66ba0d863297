/** Programs that never free anything, in heaps that are half as large again as what they hold. */
package org.jnvm.campaign.soak;
