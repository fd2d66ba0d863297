/** Events for the Flight Recorder, an optional module of the JDK. */
package org.jnvm.internal.jfr;
