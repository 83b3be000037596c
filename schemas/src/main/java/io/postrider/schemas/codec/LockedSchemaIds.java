package io.postrider.schemas.codec;

import io.postrider.schemas.NamePrefix;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The schemas and ids of the committed {@code schemas.jsonl}, for use without a registry. The ids begin at 100,000,000, a
 * range that no registry reaches, so a reader can resolve them for ever, also beside a registry.
 */
public final class LockedSchemaIds implements SchemaIds {

    public static final int FIRST_ID = 100_000_000;

    private static final String RESOURCE = "schemas.jsonl";

    /**
     * One version of a subject.
     *
     * @param subject with the prefix of the installation
     * @param version 1, 2, 3 per subject
     */
    public record Version(int id, String subject, int version, Schema schema) {}

    private static final LockedSchemaIds SHIPPED = new LockedSchemaIds(read());

    private final TreeMap<Integer, Version> versions = new TreeMap<>();
    private final Map<Key, Integer> found = new ConcurrentHashMap<>();

    /** Fingerprints are slow, and each codec of a subject looks up the id of the same schema. */
    private record Key(String subject, Schema schema) {}

    private LockedSchemaIds(List<Version> all) {
        all.forEach(version -> versions.put(version.id(), version));
    }

    /** The ids of this build. */
    public static LockedSchemaIds shipped() {
        return SHIPPED;
    }

    @Override
    public int idOf(String subject, Schema schema) {
        return found.computeIfAbsent(new Key(subject, schema), this::find);
    }

    private int find(Key key) {
        long fingerprint = SchemaNormalization.parsingFingerprint64(key.schema());
        return versions.values().stream()
                .filter(version -> version.subject().equals(key.subject()))
                .filter(version ->
                        SchemaNormalization.parsingFingerprint64(version.schema()) == fingerprint)
                .mapToInt(Version::id)
                .max()
                .orElseThrow(() ->
                        new UnknownSchemaException(key.subject() + " has no id for this schema"));
    }

    @Override
    public Schema schemaOf(int id) {
        Version version = versions.get(id);
        if (version == null) {
            throw new UnknownSchemaException("no schema with id " + id);
        }
        return version.schema();
    }

    /** Whether this build knows a schema under an id. */
    public boolean contains(int id) {
        return versions.containsKey(id);
    }

    /** Every version of every subject, by ascending id. */
    public List<Version> versions() {
        return List.copyOf(versions.values());
    }

    private static List<Version> read() {
        try (InputStream in = LockedSchemaIds.class.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw new IllegalStateException("no resource " + RESOURCE);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .map(LockedSchemaIds::version)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + RESOURCE, e);
        }
    }

    private static Version version(String line) {
        JsonNode version = JsonMapper.shared().readTree(line);
        return new Version(
                version.get("id").intValue(),
                NamePrefix.of(version.get("subject").stringValue()),
                version.get("version").intValue(),
                new Schema.Parser().parse(version.get("schema").toString()));
    }
}
