package io.postrider.systemtests;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.DBOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;

/** Looks for many texts at once in whatever bytes it is shown, as they are, in Base64 and in hex. */
final class SecretSearch {

    private static final int WINDOW = Long.BYTES;
    private static final int SIEVE_BITS = 20;

    private final Map<Long, List<byte[]>> byStart = new HashMap<>();
    private final Map<String, String> names = new HashMap<>();
    private final BitSet sieve = new BitSet(1 << SIEVE_BITS);
    private final Set<String> found = new TreeSet<>();
    private long bytes;

    SecretSearch(Collection<String> texts) {
        for (String text : texts) {
            byte[] plain = text.getBytes(StandardCharsets.UTF_8);
            add(text, plain);
            add(text, HexFormat.of().formatHex(plain).getBytes(StandardCharsets.US_ASCII));
            for (int offset = 0; offset < 3; offset++) {
                add(text, insideBase64(plain, offset));
            }
        }
    }

    /** The part of a text in Base64 that does not depend on the text around it. */
    private static byte[] insideBase64(byte[] plain, int offset) {
        byte[] shifted = new byte[offset + plain.length];
        System.arraycopy(plain, 0, shifted, offset, plain.length);
        byte[] encoded = Base64.getEncoder().withoutPadding().encode(shifted);
        return Arrays.copyOfRange(encoded, offset == 0 ? 0 : offset + 1, encoded.length - 2);
    }

    private void add(String text, byte[] form) {
        names.put(new String(form, StandardCharsets.ISO_8859_1), text);
        long start = 0;
        for (int i = 0; i < WINDOW; i++) {
            start = (start << 8) | (form[i] & 0xff);
        }
        byStart.computeIfAbsent(start, _ -> new ArrayList<>()).add(form);
        sieve.set(sieved(start));
    }

    private static int sieved(long window) {
        return (int) ((window * 0x9E3779B97F4A7C15L) >>> (Long.SIZE - SIEVE_BITS));
    }

    /** The texts that were seen so far. */
    Set<String> found() {
        return Set.copyOf(found);
    }

    /** How many bytes were looked at. */
    long bytes() {
        return bytes;
    }

    /** Looks at some bytes. */
    void in(byte[] content) {
        bytes += content.length;
        long window = 0;
        for (int i = 0; i < content.length; i++) {
            window = (window << 8) | (content[i] & 0xff);
            if (i >= WINDOW - 1 && sieve.get(sieved(window))) {
                List<byte[]> candidates = byStart.getOrDefault(window, List.of());
                for (byte[] form : candidates) {
                    compare(content, i - WINDOW + 1, form);
                }
            }
        }
    }

    private void compare(byte[] content, int from, byte[] form) {
        int end = from + form.length;
        if (end <= content.length && Arrays.equals(content, from, end, form, 0, form.length)) {
            found.add(names.get(new String(form, StandardCharsets.ISO_8859_1)));
        }
    }

    /** Looks at every file below a folder. */
    void inFiles(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                in(Files.readAllBytes(file));
            }
        }
    }

    /** Looks at every key and value of every RocksDB below a folder; files hold them compressed. */
    int inStores(Path folder) throws IOException, RocksDBException {
        RocksDB.loadLibrary();
        List<Path> stores;
        try (Stream<Path> files = Files.walk(folder)) {
            stores =
                    files.filter(file -> file.getFileName().toString().equals("CURRENT"))
                            .map(Path::getParent)
                            .toList();
        }
        for (Path store : stores) {
            inStore(store.toString());
        }
        return stores.size();
    }

    private void inStore(String path) throws RocksDBException {
        List<ColumnFamilyDescriptor> families = new ArrayList<>();
        try (Options options = new Options()) {
            for (byte[] name : RocksDB.listColumnFamilies(options, path)) {
                families.add(new ColumnFamilyDescriptor(name));
            }
        }
        List<ColumnFamilyHandle> handles = new ArrayList<>();
        try (DBOptions options = new DBOptions();
                RocksDB db = RocksDB.openReadOnly(options, path, families, handles)) {
            for (ColumnFamilyHandle handle : handles) {
                try (RocksIterator entries = db.newIterator(handle)) {
                    for (entries.seekToFirst(); entries.isValid(); entries.next()) {
                        in(entries.key());
                        in(entries.value());
                    }
                    entries.status();
                }
            }
        }
    }
}
