package io.postrider.webhooks.sending;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** Makes what a receiver sent safe to store and show. */
final class ResponseText {

    private static final String MASK = "***";
    private static final char REPLACEMENT = '\ufffd';
    private static final Set<String> SECRET_NAMES =
            Set.of("authorization", "authentication-info", "cookie", "www-authenticate");
    private static final Pattern SECRET_PART =
            Pattern.compile("set-cookie|token|secret|password|api-?key|proxy-auth|session");
    private static final Pattern CONTROL = Pattern.compile("[\\x00-\\x1f\\x7f-\\x9f]");

    private ResponseText() {}

    /** The beginning of a body, and whether there was more. */
    record Excerpt(String text, boolean truncated) {}

    /** A header field, with a value that may be a credential masked. */
    static ReceivedResponse.Field field(String name, String value) {
        String lower = name.toLowerCase(Locale.ROOT);
        boolean secret = SECRET_NAMES.contains(lower) || SECRET_PART.matcher(lower).find();
        return new ReceivedResponse.Field(printable(name), secret ? MASK : printable(value));
    }

    private static String printable(String text) {
        return CONTROL.matcher(text).replaceAll(String.valueOf(REPLACEMENT));
    }

    /**
     * The bytes as text: what is not UTF-8 and every NUL becomes the replacement character.
     *
     * @param cut whether the bytes were cut off, so that an incomplete character at the end is not an error
     * @param bytesMax how long the text may be in UTF-8; a replacement is longer than what it replaces
     */
    static Excerpt excerpt(byte[] bytes, boolean cut, int bytesMax) {
        CharsetDecoder decoder =
                StandardCharsets.UTF_8
                        .newDecoder()
                        .onMalformedInput(CodingErrorAction.REPLACE)
                        .onUnmappableCharacter(CodingErrorAction.REPLACE);
        CharBuffer decoded = CharBuffer.allocate(bytes.length + 1);
        decoder.decode(ByteBuffer.wrap(bytes), decoded, !cut);
        String text = decoded.flip().toString().replace('\0', REPLACEMENT);
        int length = lengthWithin(text, bytesMax);
        return new Excerpt(text.substring(0, length), cut || length < text.length());
    }

    private static int lengthWithin(String text, int bytesMax) {
        int bytes = 0;
        int end = 0;
        while (end < text.length()) {
            int codePoint = text.codePointAt(end);
            bytes += utf8Length(codePoint);
            if (bytes > bytesMax) {
                return end;
            }
            end += Character.charCount(codePoint);
        }
        return end;
    }

    private static int utf8Length(int codePoint) {
        if (codePoint < 0x80) {
            return 1;
        }
        if (codePoint < 0x800) {
            return 2;
        }
        return codePoint < 0x10000 ? 3 : 4;
    }
}
