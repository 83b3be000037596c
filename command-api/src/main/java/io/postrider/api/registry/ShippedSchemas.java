package io.postrider.api.registry;

import io.postrider.schemas.codec.LockedSchemaIds;
import io.postrider.schemas.codec.LockedSchemaIds.Version;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;

/** Looks up the schemas that this build ships. */
final class ShippedSchemas {

    private final List<Version> versions;

    ShippedSchemas(LockedSchemaIds ids) {
        this.versions = ids.versions();
    }

    List<String> subjects() {
        return versions.stream().map(Version::subject).distinct().sorted().toList();
    }

    List<Version> ofSubject(String subject) {
        return versions.stream()
                .filter(version -> version.subject().equals(subject))
                .sorted(Comparator.comparingInt(Version::version))
                .toList();
    }

    Optional<Version> byId(String id) {
        return number(id)
                .flatMap(wanted ->
                        versions.stream().filter(version -> version.id() == wanted).findFirst());
    }

    /** @param which a number, or {@code latest} or {@code -1} for the newest */
    Optional<Version> ofSubject(String subject, String which) {
        Stream<Version> known = ofSubject(subject).stream();
        if (which.equals("latest") || which.equals("-1")) {
            return known.reduce((older, newer) -> newer);
        }
        return number(which)
                .flatMap(
                        wanted -> known.filter(version -> version.version() == wanted).findFirst());
    }

    Optional<Version> of(String subject, Schema schema) {
        long fingerprint = SchemaNormalization.parsingFingerprint64(schema);
        return ofSubject(subject).stream()
                .filter(version ->
                        SchemaNormalization.parsingFingerprint64(version.schema()) == fingerprint)
                .reduce((older, newer) -> newer);
    }

    private static Optional<Integer> number(String text) {
        return text.matches("[0-9]{1,9}") ? Optional.of(Integer.valueOf(text)) : Optional.empty();
    }
}
