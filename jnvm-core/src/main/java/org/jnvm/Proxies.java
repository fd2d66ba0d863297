package org.jnvm;

import org.jnvm.spi.Proxy;

/** Tells proxies from objects of classes that the transformer did not see. */
final class Proxies {
    private Proxies() {}

    static Proxy require(Object object) {
        if (object instanceof Proxy proxy) {
            return proxy;
        }
        throw new NotTransformedException(object);
    }
}
