/**
 * The fault campaign: kills processes and virtual machines again and again, and looks for what is lost. {@link
 * org.jnvm.campaign.Campaign} is the program; docs/CRASH-TESTING.md says what it can and cannot show.
 */
package org.jnvm.campaign;
