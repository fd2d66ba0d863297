/** A program that exports and opens nothing. */
module org.jnvm.it.module {
    requires org.jnvm.core;
    requires org.jnvm.pdt;
}
