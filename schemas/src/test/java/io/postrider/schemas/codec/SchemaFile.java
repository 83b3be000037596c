package io.postrider.schemas.codec;

import io.postrider.schemas.codec.LockedSchemaIds.Version;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.SchemaCompatibility;

/** The committed {@code schemas.jsonl}: which lines a change adds, and how they are written. */
final class SchemaFile {

    private static final Path FILE =
            Path.of("src/main/resources/io/postrider/schemas/codec/schemas.jsonl");

    private SchemaFile() {}

    /**
     * The history with a new version of each subject whose schema has changed.
     *
     * @throws IllegalArgumentException if a new version is not compatible with all former ones in both directions
     */
    static List<Version> accepted(List<Version> history, Map<String, Schema> derived) {
        List<Version> all = new ArrayList<>(history);
        derived.forEach((subject, schema) -> {
            List<Version> former = versions(history, subject);
            if (former.isEmpty() || !former.getLast().schema().equals(schema)) {
                former.forEach(version -> requireCompatible(version, schema));
                all.add(new Version(nextId(all), subject, former.size() + 1, schema));
            }
        });
        return all;
    }

    private static int nextId(List<Version> all) {
        return all.isEmpty() ? LockedSchemaIds.FIRST_ID : all.getLast().id() + 1;
    }

    static List<Version> versions(List<Version> history, String subject) {
        return history.stream().filter(version -> version.subject().equals(subject)).toList();
    }

    /** The whole schema and not its canonical form, which lacks the defaults that compatibility needs. */
    static void write(List<Version> versions) throws IOException {
        Files.write(
                FILE,
                versions.stream()
                        .map(version ->
                                "{\"id\":%d,\"subject\":\"%s\",\"version\":%d,\"schema\":%s}"
                                        .formatted(
                                                version.id(),
                                                version.subject(),
                                                version.version(),
                                                version.schema()))
                        .toList());
    }

    /** Why a reader of one schema cannot read what another wrote; empty if it can. */
    static List<String> obstacles(Schema reader, Schema writer) {
        return SchemaCompatibility.checkReaderWriterCompatibility(reader, writer)
                .getResult()
                .getIncompatibilities()
                .stream()
                .map(found -> found.getType() + " " + found.getMessage())
                .toList();
    }

    private static void requireCompatible(Version former, Schema schema) {
        List<String> obstacles = new ArrayList<>(obstacles(schema, former.schema()));
        obstacles.addAll(obstacles(former.schema(), schema));
        if (!obstacles.isEmpty()) {
            throw new IllegalArgumentException(
                    "%s: not compatible with version %d, a new component must be @Nullable: %s"
                            .formatted(former.subject(), former.version(), obstacles));
        }
    }
}
