/**
 * Errors inside J-NVM: one operation at a time is run in a thread whose stack ends a frame further on, or with an error at
 * the n-th allocation or call, and then everything that another thread could notice is looked at.
 */
package org.jnvm.campaign.errors;
