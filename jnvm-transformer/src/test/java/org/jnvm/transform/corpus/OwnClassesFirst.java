package org.jnvm.transform.corpus;

import java.net.URL;
import java.net.URLClassLoader;

/** Takes its own classes before those of its parent. */
final class OwnClassesFirst extends URLClassLoader {
    OwnClassesFirst(URL[] urls, ClassLoader parent) {
        super(urls, parent);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            if (findLoadedClass(name) != null || findResource(name.replace('.', '/') + ".class") == null) {
                return super.loadClass(name, resolve);
            }
            return findClass(name);
        }
    }
}
