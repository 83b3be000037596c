package io.postrider.outbound.egress;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** Which characters a URL may hold, and how those that need it are percent-encoded. */
final class UrlText {

    private static final HexFormat HEX = HexFormat.of().withUpperCase();
    private static final String ENCODED_IN_ASCII = "\"<>^`{|}";

    private UrlText() {}

    /** Refuses what readers of URLs strip, split at or disagree on, wherever it stands. */
    static ParseResult<String> checked(String url) {
        boolean bad = url.codePoints().anyMatch(UrlText::isForbidden);
        return bad
                ? ParseResult.refused(
                        "character_not_allowed",
                        "Expected a URL without white space, control characters and backslashes.")
                : ParseResult.of(url);
    }

    private static boolean isForbidden(int codePoint) {
        return codePoint == '\\'
                || Character.isWhitespace(codePoint)
                || Character.isSpaceChar(codePoint)
                || Character.isISOControl(codePoint)
                || isLoneSurrogate(codePoint);
    }

    private static boolean isLoneSurrogate(int codePoint) {
        return codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
    }

    /** The text with everything percent-encoded that may not stand in a path, query or fragment. */
    static ParseResult<String> encoded(String text) {
        StringBuilder encoded = new StringBuilder(text.length());
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            if (b < 0 || ENCODED_IN_ASCII.indexOf(b) >= 0) {
                encoded.append('%').append(HEX.toHexDigits(b));
            } else {
                encoded.append((char) b);
            }
        }
        return escapesAreWhole(encoded)
                ? ParseResult.of(encoded.toString())
                : ParseResult.refused(
                        "escape_invalid", "Expected two hexadecimal digits after a percent sign.");
    }

    private static boolean escapesAreWhole(CharSequence text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) == '%' && escapeAt(text, i) < 0) {
                return false;
            }
        }
        return true;
    }

    /** Whether a percent-encoded control character stands in the text. */
    static boolean hasEncodedControl(String text) {
        for (int i = 0; i < text.length(); i++) {
            int value = text.charAt(i) == '%' ? escapeAt(text, i) : -1;
            if (value >= 0 && (value < 0x20 || value == 0x7f)) {
                return true;
            }
        }
        return false;
    }

    private static int escapeAt(CharSequence text, int percent) {
        boolean whole =
                percent + 2 < text.length()
                        && HexFormat.isHexDigit(text.charAt(percent + 1))
                        && HexFormat.isHexDigit(text.charAt(percent + 2));
        return whole ? HexFormat.fromHexDigits(text, percent + 1, percent + 3) : -1;
    }
}
