package io.postrider.web.body;

import io.postrider.web.problem.Problem;
import io.postrider.web.problem.Validated;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Parses the query of a URL strictly: malformed, non-UTF-8 and duplicate parameters are rejected. */
public final class QueryText {

    private static final String MALFORMED = "malformed_query";
    private static final int PARAMETERS_MAX = 50;

    private QueryText() {}

    /** The parameters by name, in their order. */
    public static Validated<Map<String, String>> parse(@Nullable String raw) {
        Map<String, String> found = new LinkedHashMap<>();
        if (raw == null || raw.isEmpty()) {
            return Validated.valid(found);
        }
        for (String pair : raw.split("&", PARAMETERS_MAX + 1)) {
            if (pair.isEmpty()) {
                continue;
            }
            int equals = pair.indexOf('=');
            Optional<String> name = decoded(equals < 0 ? pair : pair.substring(0, equals));
            Optional<String> value = decoded(equals < 0 ? "" : pair.substring(equals + 1));
            if (name.isEmpty() || value.isEmpty()) {
                return Validated.refused(malformed(name.orElse(pair)));
            }
            if (found.size() == PARAMETERS_MAX) {
                return Validated.refused(
                        Problem.of(400, MALFORMED, "The query string has too many parameters."));
            }
            if (found.put(name.get(), value.get()) != null) {
                return Validated.refused(
                        Problem.badParameter(
                                name.get(), "duplicate_parameter", "Expected the parameter once."));
            }
        }
        return Validated.valid(found);
    }

    /** Why a parameter is refused that cannot be read, or cannot stand in a URL. */
    public static Problem malformed(String name) {
        return Problem.badParameter(
                name,
                MALFORMED,
                "The query string is malformed; percent-encode special characters.");
    }

    /** The text with percent-encoding and plus signs decoded; empty if they are malformed. */
    public static Optional<String> decoded(String text) {
        if (text.indexOf('%') < 0 && text.indexOf('+') < 0 && isAscii(text)) {
            return Optional.of(text);
        }
        byte[] in = text.getBytes(StandardCharsets.UTF_8);
        ByteBuffer out = ByteBuffer.allocate(in.length);
        for (int i = 0; i < in.length; i++) {
            if (in[i] == '%') {
                int value = i + 2 < in.length ? escape(in, i) : -1;
                if (value <= 0) {
                    return Optional.empty();
                }
                out.put((byte) value);
                i += 2;
            } else {
                out.put(in[i] == '+' ? (byte) ' ' : in[i]);
            }
        }
        return utf8(out.flip());
    }

    private static int escape(byte[] text, int percent) {
        int high = Character.digit(text[percent + 1], 16);
        int low = Character.digit(text[percent + 2], 16);
        return high < 0 || low < 0 ? -1 : (high << 4) | low;
    }

    /** The text of UTF-8 bytes; empty for any others. */
    static Optional<String> utf8(ByteBuffer bytes) {
        try {
            return Optional.of(StandardCharsets.UTF_8.newDecoder().decode(bytes).toString());
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }

    private static boolean isAscii(String text) {
        return text.chars().allMatch(c -> c > 0 && c < 128);
    }
}
