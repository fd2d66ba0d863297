package org.jnvm.crashtest.internal.trace;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Where in the code something is done.
 *
 * @param text the methods on the stack, innermost first
 * @param program whether the program itself does it: a method of it calls generated code or the service interface, and
 *     nothing of J-NVM is between but what carries the access out
 */
record Site(String text, boolean program) {
    private static final int DEEPEST = 24;
    /** What is beyond is the same for all. */
    private static final String RUNNER = "org.jnvm.crashtest.CrashRun";

    private static final String OWN = "org.jnvm.crashtest.internal.trace.";
    /** Packages that do nothing by way of an access of the program: they make objects, validate and commit them. */
    private static final Set<String> FRAMEWORK = Set.of(
            "org.jnvm",
            "org.jnvm.pfa.internal",
            "org.jnvm.pdt",
            "org.jnvm.pdt.internal.array",
            "org.jnvm.pdt.internal.conversion",
            "org.jnvm.pdt.internal.index",
            "org.jnvm.pdt.internal.value",
            "org.jnvm.internal.object");

    /** Packages that generated code calls. */
    private static final Set<String> SERVICE = Set.of("org.jnvm.runtime", "org.jnvm.spi");

    /** Methods by which a program asks for just that. */
    private static final Pattern PASSED_ON = Pattern.compile("pwb\\w*|pfence|psync");

    /** Types whose elements are the program's, like fields. */
    private static final Pattern ARRAY =
            Pattern.compile("org\\.jnvm\\.pdt\\.(P\\w*Array|FixedArray|PrimitiveArray)(\\$.*)?");

    /** Returns where the caller is, outside of memory access and the trace. */
    static Site here(int frameCount) {
        return StackWalker.getInstance().walk(stack -> {
            List<StackWalker.StackFrame> frames = stack.takeWhile(
                            frame -> !frame.getClassName().equals(RUNNER))
                    .filter(frame -> !frame.getClassName().startsWith(OWN)
                            && !frame.getClassName().endsWith(".PersistTrace")
                            && !frame.getClassName().contains(".memory."))
                    .limit(DEEPEST)
                    .toList();
            return new Site(
                    frames.stream().limit(frameCount).map(Site::text).collect(Collectors.joining(" < ")),
                    isProgram(frames));
        });
    }

    private static String text(StackWalker.StackFrame frame) {
        String name = frame.getClassName();
        return name.substring(name.lastIndexOf('.') + 1) + "." + frame.getMethodName() + ":" + frame.getLineNumber();
    }

    private static boolean isProgram(List<StackWalker.StackFrame> frames) {
        for (StackWalker.StackFrame frame : frames) {
            String name = frame.getClassName();
            if (PASSED_ON.matcher(frame.getMethodName()).matches()
                    || ARRAY.matcher(name).matches()) {
                continue;
            }
            String packageName = name.substring(0, Math.max(0, name.lastIndexOf('.')));
            if (FRAMEWORK.contains(packageName)) {
                return false;
            }
            boolean service = SERVICE.contains(packageName);
            if (service && frame.getMethodName().startsWith("allocate")) {
                return false; // zeros, which are written back with the object if anything leads to it
            }
            if (!service && !packageName.startsWith("org.jnvm.internal")) {
                return true;
            }
        }
        return false;
    }
}
