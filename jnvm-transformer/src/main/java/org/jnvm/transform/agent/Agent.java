package org.jnvm.transform.agent;

import java.lang.instrument.Instrumentation;
import java.util.Arrays;
import java.util.List;
import org.jnvm.transform.TransformOptions;

/**
 * The agent: {@code -javaagent:jnvm-transformer-<version>-agent.jar}, or {@code …-agent.jar=com.acme.**,org.example.*}
 * for the classes that match one of these patterns only (see {@link TransformOptions}).
 *
 * <p>What the build transformed stays as it is, so the agent does no harm beside it. Warnings and errors go to standard
 * error; a class that cannot be transformed cannot be loaded, either.
 */
public final class Agent {
    /** J-NVM itself, whose classes tell the identity of an object from that of its proxy. */
    private static final List<String> OWN = List.of(
            "org.jnvm.*",
            "org.jnvm.internal.**",
            "org.jnvm.runtime.**",
            "org.jnvm.spi.**",
            "org.jnvm.pdt.**",
            "org.jnvm.pfa.**",
            "org.jnvm.transform.**");

    private Agent() {}

    /**
     * Called by the JVM before {@code main}.
     *
     * @param patterns separated by commas; null or empty for all classes
     * @param instrumentation of this JVM
     */
    public static void premain(String patterns, Instrumentation instrumentation) {
        List<String> includes = patterns == null || patterns.isBlank() ? List.of() : Arrays.asList(patterns.split(","));
        TransformOptions options = new TransformOptions(includes, OWN, List.of(), false, true);
        instrumentation.addTransformer(new LoadTimeTransformer(options, System.err::println));
    }
}
