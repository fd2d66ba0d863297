package org.jnvm.transform.engine;

import java.io.Serial;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import org.jnvm.TransformException;

/** Classes cannot be transformed; the message has one line for each reason. */
public final class RefusedException extends TransformException {
    @Serial
    private static final long serialVersionUID = 1L;

    private final transient List<Finding> findings;

    RefusedException(Collection<Finding> findings, Throwable cause) {
        super(findings.stream().map(Finding::toString).collect(Collectors.joining("\n")), cause);
        this.findings = List.copyOf(findings);
    }

    /** Returns the reasons, in the order they were found; empty if the exception was serialized. */
    public List<Finding> findings() {
        return findings == null ? List.of() : findings;
    }
}
