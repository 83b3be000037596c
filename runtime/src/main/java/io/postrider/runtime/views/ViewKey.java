package io.postrider.runtime.views;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Arrays;

/**
 * Builds a binary key part by part. The order of keys is the order of their parts, and a key made of fewer parts is a
 * prefix of exactly the keys that go on with more.
 */
public final class ViewKey {

    private static final int NUL = 0x00;
    private static final int NUL_WITHIN = 0xFF;
    private static final int END = 0x01;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    private ViewKey(int table) {
        bytes.write(table);
    }

    /** Starts a key of a table, 0x01 to 0xFE. */
    public static ViewKey table(int table) {
        if (table < 0x01 || table > 0xFE) {
            throw new IllegalArgumentException("Table is not 0x01 to 0xFE: " + table);
        }
        return new ViewKey(table);
    }

    /** Adds an id: visible ASCII, not empty. */
    public ViewKey id(String id) {
        if (id.isEmpty() || !id.chars().allMatch(c -> c > ' ' && c <= '~')) {
            throw new IllegalArgumentException(
                    "Not an id of " + id.length() + " visible characters");
        }
        return text(id);
    }

    /** Adds any text, in the order of its UTF-8 bytes. */
    public ViewKey text(String text) {
        for (byte b : text.getBytes(UTF_8)) {
            bytes.write(b);
            if (b == NUL) {
                bytes.write(NUL_WITHIN);
            }
        }
        // Below every continuation of the text, so that "a" sorts before "a\0" and "ab".
        bytes.write(NUL);
        bytes.write(END);
        return this;
    }

    /** Adds the start of a text, to scan every text that begins with it; nothing can follow. */
    public byte[] textStartingWith(String start) {
        byte[] whole = text(start).bytes();
        return Arrays.copyOf(whole, whole.length - 2);
    }

    /** Adds a number in ascending order. */
    public ViewKey number(long number) {
        bytes.writeBytes(ByteBuffer.allocate(Long.BYTES).putLong(number ^ Long.MIN_VALUE).array());
        return this;
    }

    /** Adds a number in descending order. */
    public ViewKey numberDescending(long number) {
        return number(~number);
    }

    /** Adds a time in milliseconds, the oldest first. */
    public ViewKey time(Instant time) {
        return number(time.toEpochMilli());
    }

    /** Adds a time in milliseconds, the newest first. */
    public ViewKey timeDescending(Instant time) {
        return numberDescending(time.toEpochMilli());
    }

    /** Adds one byte, 0 to 255, for a flag or a small code. */
    public ViewKey octet(int octet) {
        if (octet < 0 || octet > 0xFF) {
            throw new IllegalArgumentException("Not an octet: " + octet);
        }
        bytes.write(octet);
        return this;
    }

    /** The key so far; the builder may go on. */
    public byte[] bytes() {
        return bytes.toByteArray();
    }
}
