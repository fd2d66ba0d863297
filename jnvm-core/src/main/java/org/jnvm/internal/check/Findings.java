package org.jnvm.internal.check;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jnvm.HeapCheck;
import org.jnvm.HeapCheck.Finding;
import org.jnvm.HeapCheck.Rule;
import org.jnvm.HeapCheck.Severity;

/** Collects findings: counts all, lists a bounded number of each rule. Safe for use by several threads. */
final class Findings {
    private static final int LISTED_PER_RULE = 100;

    private final Map<Rule, List<Finding>> listed = new EnumMap<>(Rule.class);
    private final Map<Rule, Long> counts = new EnumMap<>(Rule.class);
    private final Map<Severity, Long> severities = new EnumMap<>(Severity.class);

    /** What is made only if it will be listed. */
    @FunctionalInterface
    interface Details {
        Finding make();
    }

    void add(Rule rule, long address, String message) {
        add(rule, rule.severity(), () -> new Finding(rule, rule.severity(), address, null, null, message));
    }

    void add(Rule rule, long address, String className, String message) {
        add(rule, rule.severity(), () -> new Finding(rule, rule.severity(), address, className, null, message));
    }

    synchronized void add(Rule rule, Severity severity, Details details) {
        counts.merge(rule, 1L, Long::sum);
        severities.merge(severity, 1L, Long::sum);
        List<Finding> list = listed.computeIfAbsent(rule, key -> new ArrayList<>());
        if (list.size() < LISTED_PER_RULE) {
            list.add(details.make());
        }
    }

    synchronized long count(Rule rule) {
        return counts.getOrDefault(rule, 0L);
    }

    synchronized HeapCheck result(Path heap, long objects, long blocks) {
        List<Finding> all = new ArrayList<>();
        listed.values().forEach(all::addAll);
        return new HeapCheck(heap, all, counts, severities, objects, blocks);
    }
}
