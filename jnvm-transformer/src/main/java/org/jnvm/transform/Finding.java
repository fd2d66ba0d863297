package org.jnvm.transform;

/**
 * Something wrong or suspicious in a class.
 *
 * @param className the binary name of the class, or the file if it is no whole class file
 * @param member the field, or the method with {@code ()}; empty if it is about the class
 * @param file the source file; empty if the class file does not tell
 * @param line the line there; 0 if it is not known
 * @param cause what is wrong
 * @param remedy what to do
 */
public record Finding(String className, String member, String file, int line, String cause, String remedy) {
    private static final String REMEDY_SEPARATOR = "; ";

    /** Makes a finding of a sentence of the form {@code cause; remedy}. */
    public static Finding of(String className, String member, String file, int line, String sentence) {
        int end = sentence.lastIndexOf(REMEDY_SEPARATOR);
        if (end < 0) {
            throw new IllegalArgumentException("a finding without a remedy: " + sentence);
        }
        return new Finding(
                className,
                member,
                file == null ? "" : file,
                line,
                sentence.substring(0, end),
                sentence.substring(end + REMEDY_SEPARATOR.length()));
    }

    /** Returns the finding in one line: {@code app.Order.items (Order.java:12): cause; remedy}. */
    @Override
    public String toString() {
        String where = member.isEmpty() ? className : className + "." + member;
        String place = file.isEmpty() ? "" : " (" + file + (line > 0 ? ":" + line : "") + ")";
        return where + place + ": " + cause + REMEDY_SEPARATOR + remedy;
    }
}
