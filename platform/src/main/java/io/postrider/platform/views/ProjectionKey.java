package io.postrider.platform.views;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.time.Instant;
import java.util.Arrays;

/**
 * Builds a binary key part by part. The order of keys is the order of their parts, and a key made of fewer parts is a
 * prefix of exactly the keys that go on with more.
 */
public final class ProjectionKey {

    private static final int NUL = 0x00;
    private static final int NUL_WITHIN = 0xFF;
    private static final int END = 0x01;
    private static final VarHandle BIG_ENDIAN =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    /** Long enough for most keys, which hold two ids and a time. */
    private static final int FIRST_LENGTH = 128;

    private byte[] bytes = new byte[FIRST_LENGTH];
    private int length;

    private ProjectionKey(int table) {
        write(table);
    }

    /** Starts a key of a table, 0x01 to 0xFE. */
    public static ProjectionKey table(int table) {
        if (table < 0x01 || table > 0xFE) {
            throw new IllegalArgumentException("Table is not 0x01 to 0xFE: " + table);
        }
        return new ProjectionKey(table);
    }

    /** Adds an id: visible ASCII, not empty. */
    public ProjectionKey id(String id) {
        int count = id.length();
        reserve(count + 2);
        int at = length;
        boolean visible = count > 0;
        for (int i = 0; i < count; i++) {
            char c = id.charAt(i);
            visible &= c > ' ' && c <= '~';
            bytes[at + i] = (byte) c;
        }
        if (!visible) {
            throw new IllegalArgumentException("Not an id of " + count + " visible characters");
        }
        length = at + count;
        return end();
    }

    /** The id with which a key ends. */
    static String idAt(byte[] key, int from) {
        return new String(key, from, key.length - from - 2, US_ASCII);
    }

    /** Adds any text, in the order of its UTF-8 bytes. */
    public ProjectionKey text(String text) {
        for (byte b : text.getBytes(UTF_8)) {
            write(b);
            if (b == NUL) {
                write(NUL_WITHIN);
            }
        }
        return end();
    }

    // Below every continuation of the text, so that "a" sorts before "a\0" and "ab".
    private ProjectionKey end() {
        write(NUL);
        write(END);
        return this;
    }

    /** Adds the start of a text, to scan every text that begins with it; nothing can follow. */
    public byte[] textStartingWith(String start) {
        byte[] whole = text(start).bytes();
        return Arrays.copyOf(whole, whole.length - 2);
    }

    /** Adds a number in ascending order. */
    public ProjectionKey number(long number) {
        reserve(Long.BYTES);
        BIG_ENDIAN.set(bytes, length, number ^ Long.MIN_VALUE);
        length += Long.BYTES;
        return this;
    }

    /** Adds a number in descending order. */
    public ProjectionKey numberDescending(long number) {
        return number(~number);
    }

    /** Adds a time in milliseconds, the oldest first. */
    public ProjectionKey time(Instant time) {
        return number(time.toEpochMilli());
    }

    /** Adds a time in milliseconds, the newest first. */
    public ProjectionKey timeDescending(Instant time) {
        return numberDescending(time.toEpochMilli());
    }

    /** Adds one byte, 0 to 255, for a flag or a small code. */
    public ProjectionKey octet(int octet) {
        if (octet < 0 || octet > 0xFF) {
            throw new IllegalArgumentException("Not an octet: " + octet);
        }
        write(octet);
        return this;
    }

    /** The key so far; the builder may go on. */
    public byte[] bytes() {
        return Arrays.copyOf(bytes, length);
    }

    private void write(int octet) {
        reserve(1);
        bytes[length++] = (byte) octet;
    }

    private void reserve(int more) {
        if (bytes.length - length < more) {
            bytes = Arrays.copyOf(bytes, Math.max(length + more, 2 * length));
        }
    }
}
