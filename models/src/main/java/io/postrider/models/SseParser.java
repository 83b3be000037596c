package io.postrider.models;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Parses a stream of server-sent events from pieces of any length. Lines, events and streams are limited, so that no provider
 * can fill this node's memory.
 */
final class SseParser {

    static final int EVENT_BYTES_MAX = 256 << 10;
    static final long STREAM_BYTES_MAX = 64L << 20;

    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private final StringBuilder data = new StringBuilder();
    private boolean hasData;
    private boolean first = true;
    private boolean afterReturn;
    private long bytes;

    /** A parsed element. */
    sealed interface Found {

        /** The data of one event. */
        record Data(String text) implements Found {}

        /** A comment, which only keeps the connection open. */
        record Comment() implements Found {}

        /** The stream makes no sense from here on. */
        record Broken(ProviderException failure) implements Found {}
    }

    /** The events that a piece of the stream completes; everything after a malformed part is ignored. */
    List<Found> feed(byte[] piece) {
        List<Found> found = new ArrayList<>();
        bytes += piece.length;
        try {
            if (bytes > STREAM_BYTES_MAX) {
                throw new ProviderException(ProviderProblems.tooLarge());
            }
            for (byte b : piece) {
                next(b).ifPresent(found::add);
            }
        } catch (ProviderException failed) {
            found.add(new Found.Broken(failed));
        }
        return found;
    }

    private Optional<Found> next(byte b) {
        boolean restOfBreak = b == '\n' && afterReturn;
        afterReturn = b == '\r';
        if (restOfBreak) {
            return Optional.empty();
        }
        if (b == '\n' || b == '\r') {
            return ended();
        }
        line.write(b);
        if (line.size() + data.length() > EVENT_BYTES_MAX) {
            throw new ProviderException(ProviderProblems.tooLarge());
        }
        return Optional.empty();
    }

    private Optional<Found> ended() {
        String text = first ? withoutMark(text()) : text();
        first = false;
        line.reset();
        if (text.isEmpty()) {
            return dispatched();
        }
        if (text.startsWith(":")) {
            return Optional.of(new Found.Comment());
        }
        if (text.equals("data") || text.startsWith("data:")) {
            String value = text.substring(Math.min(text.length(), "data:".length()));
            data.append(hasData ? "\n" : "")
                    .append(value.startsWith(" ") ? value.substring(1) : value);
            hasData = true;
        }
        return Optional.empty();
    }

    private Optional<Found> dispatched() {
        if (!hasData) {
            return Optional.empty();
        }
        Found event = new Found.Data(data.toString());
        data.setLength(0);
        hasData = false;
        return Optional.of(event);
    }

    /** A byte order mark at the beginning is none of the stream (HTML standard, section 9.2.5). */
    private static String withoutMark(String text) {
        return text.startsWith("\uFEFF") ? text.substring(1) : text;
    }

    private String text() {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(line.toByteArray()))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new ProviderException(ProviderProblems.malformed());
        }
    }
}
