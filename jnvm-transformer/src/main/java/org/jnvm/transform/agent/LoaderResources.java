package org.jnvm.transform.agent;

import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLConnection;
import org.jnvm.transform.ClassResolver;

/** The class files that a class loader has as resources, but those of the JDK. Does not keep the loader. */
final class LoaderResources implements ClassResolver {
    private static final String JDK_PROTOCOL = "jrt";

    private final WeakReference<ClassLoader> loader;

    LoaderResources(ClassLoader loader) {
        this.loader = new WeakReference<>(loader);
    }

    @Override
    public byte[] find(String internalName) throws IOException {
        ClassLoader from = loader.get();
        URL resource = from == null ? null : from.getResource(internalName + ".class");
        if (resource == null || resource.getProtocol().equals(JDK_PROTOCOL)) {
            return null;
        }
        URLConnection connection = resource.openConnection();
        // a cached jar would stay open as long as the JVM runs
        connection.setUseCaches(false);
        try (InputStream in = connection.getInputStream()) {
            return in.readAllBytes();
        }
    }
}
