/** Lets Byte Buddy's build plugins for Gradle and Maven transform classes. */
package org.jnvm.transform.bytebuddy;
