/**
 * A bank whose accounts are persistent objects. {@link org.jnvm.examples.bank.BankDriver} kills it at random moments and
 * checks that no acknowledged transfer is lost.
 */
package org.jnvm.examples.bank;
