package org.jnvm.transform;

import java.io.Serial;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jnvm.TransformException;

/** Classes cannot be transformed; the message has one line for each reason. */
public final class RefusedException extends TransformException {
    @Serial
    private static final long serialVersionUID = 1L;

    private final transient List<Finding> findings;

    public RefusedException(Collection<Finding> findings, Throwable cause) {
        super(findings.stream().map(Finding::toString).collect(Collectors.joining("\n")), cause);
        this.findings = List.copyOf(findings);
    }

    /**
     * Runs checks that do not need each other, all of them.
     *
     * @throws RefusedException with the reasons of all that throw one, if any does
     */
    public static void all(Runnable... checks) {
        Set<Finding> findings = new LinkedHashSet<>();
        RefusedException first = null;
        for (Runnable check : checks) {
            try {
                check.run();
            } catch (RefusedException e) {
                first = first == null ? e : first;
                findings.addAll(e.findings());
            }
        }
        if (first != null) {
            throw new RefusedException(findings, first);
        }
    }

    /** Returns the reasons, in the order they were found; empty if the exception was serialized. */
    public List<Finding> findings() {
        return findings == null ? List.of() : findings;
    }
}
