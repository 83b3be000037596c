package io.postrider.automation.publishing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.springframework.http.ContentDisposition;

/** The parts of a body of {@code multipart/form-data} (RFC 7578) that is in memory. */
final class Multipart {

    private static final byte[] LINE = {'\r', '\n'};
    private static final byte[] BLANK = {'\r', '\n', '\r', '\n'};

    private Multipart() {}

    /**
     * A part.
     *
     * @param fileName empty for a field
     * @param type the Content-Type; a plain text where there is none
     */
    @SuppressWarnings("ArrayRecordComponent") // Never compared.
    record Part(String name, Optional<String> fileName, String type, byte[] body) {}

    /** The parts in their order; empty if the body is malformed. */
    static Optional<List<Part>> parts(byte[] body, String boundary) {
        if (boundary.isEmpty()) {
            return Optional.empty();
        }
        byte[] delimiter = ("\r\n--" + boundary).getBytes(UTF_8);
        // The first delimiter may have no line before it.
        byte[] all = new byte[body.length + LINE.length];
        System.arraycopy(LINE, 0, all, 0, LINE.length);
        System.arraycopy(body, 0, all, LINE.length, body.length);
        List<Part> parts = new ArrayList<>();
        int at = find(all, delimiter, 0);
        while (at >= 0) {
            int begin = at + delimiter.length;
            if (startsWith(all, begin, new byte[] {'-', '-'})) {
                return Optional.of(parts);
            }
            int end = find(all, delimiter, begin);
            Optional<Part> part =
                    end < 0 ? Optional.empty() : part(Arrays.copyOfRange(all, begin, end));
            if (part.isEmpty()) {
                return Optional.empty();
            }
            parts.add(part.get());
            at = end;
        }
        return Optional.empty();
    }

    /** @param bytes from the end of the delimiter on */
    private static Optional<Part> part(byte[] bytes) {
        int blank = find(bytes, BLANK, 0);
        if (blank < 0) {
            return Optional.empty();
        }
        List<String> lines =
                InboundForm.text(Arrays.copyOf(bytes, blank)).stream()
                        .flatMap(String::lines)
                        .toList();
        return header(lines, "content-disposition")
                .flatMap(Multipart::disposition)
                .filter(given -> given.isFormData() && given.getName() != null)
                .map(given ->
                        new Part(
                                String.valueOf(given.getName()),
                                Optional.ofNullable(given.getFilename()),
                                header(lines, "content-type").orElse("text/plain"),
                                Arrays.copyOfRange(bytes, blank + BLANK.length, bytes.length)));
    }

    private static Optional<ContentDisposition> disposition(String header) {
        try {
            return Optional.of(ContentDisposition.parse(header));
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            // Spring reads behind a name that is one quotation mark.
            return Optional.empty();
        }
    }

    private static Optional<String> header(List<String> lines, String name) {
        return lines.stream()
                .filter(line -> line.toLowerCase(Locale.ROOT).startsWith(name + ":"))
                .map(line -> line.substring(name.length() + 1).strip())
                .findFirst();
    }

    private static int find(byte[] all, byte[] wanted, int from) {
        for (int i = from; i <= all.length - wanted.length; i++) {
            if (startsWith(all, i, wanted)) {
                return i;
            }
        }
        return -1;
    }

    private static boolean startsWith(byte[] all, int at, byte[] wanted) {
        return at + wanted.length <= all.length
                && Arrays.equals(all, at, at + wanted.length, wanted, 0, wanted.length);
    }
}
