package org.jnvm.internal.value;

import org.jspecify.annotations.Nullable;

/** Forms of values in the table of names: {@code (amount,currency)} of a record, {@code =3} of version 3 of another class. */
final class RecordForm {
    private RecordForm() {}

    static String of(String[] components) {
        return "(" + String.join(",", components) + ")";
    }

    /** Returns the components that a form names; null if it is no form of a record. */
    static String @Nullable [] components(String form) {
        if (!form.startsWith("(") || !form.endsWith(")")) {
            return null;
        }
        String list = form.substring(1, form.length() - 1);
        return list.isEmpty() ? new String[0] : list.split(",", -1);
    }

    static String of(int version) {
        return "=" + version;
    }

    /** Returns the version that a form names; -1 if it names none. */
    static int version(String form) {
        if (!form.startsWith("=")) {
            return -1;
        }
        try {
            return Integer.parseInt(form.substring(1));
        } catch (NumberFormatException e) {
            return -1;
        }
    }
}
