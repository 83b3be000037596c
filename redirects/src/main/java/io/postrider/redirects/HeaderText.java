package io.postrider.redirects;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Header values as text: HTTP decoders hand them over as bytes in the clothes of characters. */
final class HeaderText {

    private HeaderText() {}

    static boolean isAscii(String value, int count) {
        int all = 0;
        for (int i = 0; i < count; i++) {
            all |= value.charAt(i);
        }
        return all < 0x80;
    }

    /**
     * The UTF-8 bytes of a header value, cut to a limit between two characters. A value that is not UTF-8 is taken for
     * the Latin-1 that HTTP once prescribed.
     */
    static byte[] utf8(String value, int bytesMax) {
        byte[] sent = value.getBytes(StandardCharsets.ISO_8859_1);
        byte[] utf8 = isUtf8(sent) ? sent : value.getBytes(StandardCharsets.UTF_8);
        if (utf8.length <= bytesMax) {
            return utf8;
        }
        int end = bytesMax;
        while (end > 0 && (utf8[end] & 0xc0) == 0x80) {
            end--;
        }
        return Arrays.copyOf(utf8, end);
    }

    private static boolean isUtf8(byte[] bytes) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
            return true;
        } catch (CharacterCodingException e) {
            return false;
        }
    }
}
