package io.postrider.schemas;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;

/**
 * Ids fixed in the committed {@code schema-ids.lock}, for use without a registry. They begin at 100,000,000, a range
 * that no registry reaches, so a reader can resolve them for ever, also beside one.
 */
public final class LockedSchemaIds implements SchemaIds {

    public static final int FIRST_ID = 100_000_000;

    /**
     * One version of a subject.
     *
     * @param version 1, 2, 3 per subject
     */
    public record Version(int id, String subject, int version, Schema schema) {}

    private static final LockedSchemaIds SHIPPED = new LockedSchemaIds(readLock());

    private final TreeMap<Integer, Version> versions = new TreeMap<>();

    private LockedSchemaIds(List<Version> all) {
        all.forEach(version -> versions.put(version.id(), version));
    }

    /** The ids of this build. */
    public static LockedSchemaIds shipped() {
        return SHIPPED;
    }

    @Override
    public int idOf(String subject, Schema schema) {
        long fingerprint = SchemaNormalization.parsingFingerprint64(schema);
        return versions.values().stream()
                .filter(version -> version.subject().equals(subject))
                .filter(version ->
                        SchemaNormalization.parsingFingerprint64(version.schema()) == fingerprint)
                .mapToInt(Version::id)
                .max()
                .orElseThrow(() -> new UnknownSchema(subject + " has no id for this schema"));
    }

    @Override
    public Schema schemaOf(int id) {
        Version version = versions.get(id);
        if (version == null) {
            throw new UnknownSchema("no schema with id " + id);
        }
        return version.schema();
    }

    /** Every version of every subject, by ascending id. */
    public List<Version> versions() {
        return List.copyOf(versions.values());
    }

    private static List<Version> readLock() {
        List<Version> found = new ArrayList<>();
        for (String line : text("schema-ids.lock").lines().toList()) {
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            String[] parts = line.split(" ", 3);
            int version = Integer.parseInt(parts[2]);
            found.add(
                    new Version(
                            Integer.parseInt(parts[0]),
                            parts[1],
                            version,
                            new Schema.Parser()
                                    .parse(text("history/" + parts[1] + "/" + version + ".avsc"))));
        }
        return found;
    }

    private static String text(String resource) {
        try (InputStream in = LockedSchemaIds.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException("no resource " + resource);
            }
            StringBuilder out = new StringBuilder();
            BufferedReader reader =
                    new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
            reader.lines().forEach(line -> out.append(line).append('\n'));
            return out.toString();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + resource, e);
        }
    }
}
