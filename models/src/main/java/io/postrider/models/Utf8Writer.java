package io.postrider.models;

import java.io.ByteArrayOutputStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;

/**
 * Encodes JSON text as UTF-8. Half of a surrogate pair has no encoding of its own, so it is written as the escape that it was
 * read from.
 */
final class Utf8Writer extends Writer {

    private final ByteArrayOutputStream out;
    private char high;

    /** @param sizeHint expected number of bytes */
    Utf8Writer(int sizeHint) {
        this.out = new ByteArrayOutputStream(sizeHint);
    }

    @Override
    public void write(char[] text, int from, int length) {
        for (int i = from; i < from + length; i++) {
            put(text[i]);
        }
    }

    @Override
    public void write(int c) {
        put((char) c);
    }

    private void put(char c) {
        if (high != 0 && Character.isLowSurrogate(c)) {
            putCodePoint(Character.toCodePoint(high, c));
            high = 0;
            return;
        }
        putPendingHalf();
        if (Character.isHighSurrogate(c)) {
            high = c;
        } else if (Character.isLowSurrogate(c)) {
            putEscaped(c);
        } else {
            putCodePoint(c);
        }
    }

    private void putPendingHalf() {
        if (high != 0) {
            putEscaped(high);
            high = 0;
        }
    }

    private void putCodePoint(int c) {
        if (c < 0x80) {
            out.write(c);
        } else if (c < 0x800) {
            out.write(0xC0 | (c >> 6));
            putContinuation(c);
        } else if (c < 0x10000) {
            out.write(0xE0 | (c >> 12));
            putContinuation(c >> 6);
            putContinuation(c);
        } else {
            out.write(0xF0 | (c >> 18));
            putContinuation(c >> 12);
            putContinuation(c >> 6);
            putContinuation(c);
        }
    }

    private void putContinuation(int c) {
        out.write(0x80 | (c & 0x3F));
    }

    private void putEscaped(char half) {
        out.writeBytes("\\u%04x".formatted((int) half).getBytes(StandardCharsets.US_ASCII));
    }

    @Override
    public void flush() {
        // The bytes stay here: there is no stream to close.
    }

    @Override
    public void close() {
        putPendingHalf();
    }

    /** The text written so far, once the writer is closed. */
    byte[] bytes() {
        return out.toByteArray();
    }
}
