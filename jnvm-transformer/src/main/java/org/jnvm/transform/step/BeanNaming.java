package org.jnvm.transform.step;

import org.objectweb.asm.Type;

/** How libraries that map beans name the property of a method. */
enum BeanNaming {
    /** Jackson's: all capitals at the beginning become small. */
    JACKSON {
        @Override
        String property(String suffix) {
            int end = 0;
            while (end < suffix.length() && Character.toLowerCase(suffix.charAt(end)) != suffix.charAt(end)) {
                end++;
            }
            StringBuilder small = new StringBuilder(suffix.length());
            for (int i = 0; i < end; i++) {
                small.append(Character.toLowerCase(suffix.charAt(i)));
            }
            return small.append(suffix, end, suffix.length()).toString();
        }
    },

    /** That of {@code java.beans} and JSON-B: the first letter becomes small, unless two capitals begin the name. */
    BEANS {
        @Override
        String property(String suffix) {
            boolean two = suffix.length() > 1
                    && Character.isUpperCase(suffix.charAt(0))
                    && Character.isUpperCase(suffix.charAt(1));
            return two || suffix.isEmpty() ? suffix : Character.toLowerCase(suffix.charAt(0)) + suffix.substring(1);
        }
    };

    /** Returns the property that a method means. */
    abstract String property(String suffix);

    /** Tells whether a method reads a property, by its name and type. */
    boolean reads(String property, String method, String descriptor) {
        Type type = Type.getMethodType(descriptor);
        if (type.getArgumentCount() > 0 || type.getReturnType().getSort() == Type.VOID) {
            return false;
        }
        String result = type.getReturnType().getDescriptor();
        boolean isBoolean = result.equals("Z") || result.equals("Ljava/lang/Boolean;");
        return means(property, method, "get") || isBoolean && means(property, method, "is");
    }

    /** Tells whether a method writes a property, by its name and parameters. */
    boolean writes(String property, String method, String descriptor) {
        return Type.getMethodType(descriptor).getArgumentCount() == 1 && means(property, method, "set");
    }

    private boolean means(String property, String method, String prefix) {
        return method.startsWith(prefix)
                && property(method.substring(prefix.length())).equals(property);
    }
}
