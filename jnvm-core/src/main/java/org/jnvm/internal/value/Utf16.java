package org.jnvm.internal.value;

/** Text as UTF-16, low byte first, unpaired surrogates included, which UTF-8 cannot hold and the JDK's encoders replace. */
public final class Utf16 {
    private Utf16() {}

    /** Tells whether a text has unpaired surrogates. */
    public static boolean isNeededFor(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isSurrogate(c)) {
                if (Character.isLowSurrogate(c)
                        || i + 1 == text.length()
                        || !Character.isLowSurrogate(text.charAt(i + 1))) {
                    return true;
                }
                i++;
            }
        }
        return false;
    }

    /** Encodes a text. */
    public static byte[] encode(String text) {
        byte[] bytes = new byte[Math.multiplyExact(text.length(), 2)];
        for (int i = 0; i < text.length(); i++) {
            bytes[2 * i] = (byte) text.charAt(i);
            bytes[2 * i + 1] = (byte) (text.charAt(i) >>> 8);
        }
        return bytes;
    }

    /** Decodes a text. */
    public static String decode(byte[] bytes) {
        char[] chars = new char[bytes.length / 2];
        for (int i = 0; i < chars.length; i++) {
            chars[i] = (char) (bytes[2 * i] & 0xFF | bytes[2 * i + 1] << 8);
        }
        return new String(chars);
    }
}
