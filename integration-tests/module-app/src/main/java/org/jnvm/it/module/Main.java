package org.jnvm.it.module;

import org.jnvm.*;
import org.jnvm.pdt.PString;

@Persistent(fa = "non-private")
class Simple {
    PString msg;
    int x;
    transient int y;
    Simple(int x) { this.x = x; this.msg = new PString("Hello, NVMM!"); }
    void inc() { x++; }
}
class Main {
    public static void main(String[] args) {
        JNVM.init(args[0], 1024 * 1024);                 // opens or creates; a 1 MiB heap works
        if (!JNVM.root.exists("simple")) JNVM.root.put("simple", new Simple(42));
        Simple s = (Simple) JNVM.root.get("simple");
        s.inc();
        s.y = 42;                                         // volatile, lives in the proxy
        System.out.println(s.x);                          // field access from another class is rewritten too
        System.out.println(s.msg);
        JNVM.root.put("simple", new Simple(24));
        JNVM.free(s.msg);
        JNVM.free(s);
    }
}
