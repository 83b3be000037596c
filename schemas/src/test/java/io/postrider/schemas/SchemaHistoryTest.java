package io.postrider.schemas;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.avro.Schema;
import org.apache.avro.SchemaCompatibility;
import org.apache.avro.SchemaCompatibility.SchemaCompatibilityType;
import org.apache.avro.SchemaNormalization;
import org.junit.jupiter.api.Test;

/** The promise to everybody who reads the topics: any version reads what any other version wrote. */
class SchemaHistoryTest {

    private static final Map<String, List<LockedSchemaIds.Version>> HISTORY =
            LockedSchemaIds.shipped().versions().stream()
                    .collect(Collectors.groupingBy(LockedSchemaIds.Version::subject));

    @Test
    void everyCurrentSchemaIsTheNewestOfItsHistory() {
        assertThat(HISTORY.keySet()).isEqualTo(Schemas.current().keySet());
        Schemas.current()
                .forEach((subject, schema) ->
                        assertThat(fingerprint(newest(subject).schema()))
                                .as(subject + ": add a version to schema-ids.lock")
                                .isEqualTo(fingerprint(schema)));
    }

    @Test
    void everyVersionReadsEveryOther() {
        HISTORY.forEach((subject, versions) -> {
            for (LockedSchemaIds.Version reader : versions) {
                for (LockedSchemaIds.Version writer : versions) {
                    assertThat(compatible(reader.schema(), writer.schema()))
                            .as("%s: %s reads %s", subject, reader.version(), writer.version())
                            .isTrue();
                }
            }
        });
    }

    @Test
    void everyFieldAddedAfterTheFirstVersionHasADefault() {
        HISTORY.forEach((subject, versions) -> {
            Set<String> first = fields(versions.getFirst().schema());
            for (Schema.Field field : newest(subject).schema().getFields()) {
                assertThat(first.contains(field.name()) || field.hasDefaultValue())
                        .as(subject + "." + field.name())
                        .isTrue();
            }
        });
    }

    @Test
    void theCheckTellsAnIncompatibleChange() {
        Schema before = parse("{\"name\":\"a\",\"type\":\"string\"}");
        Schema after =
                parse("{\"name\":\"a\",\"type\":\"string\"},{\"name\":\"b\",\"type\":\"long\"}");

        assertThat(compatible(after, before)).isFalse();
    }

    @Test
    void idsAreUniqueAndOutsideOfAnyRegistrysRange() {
        Set<Integer> seen = new HashSet<>();
        for (LockedSchemaIds.Version version : LockedSchemaIds.shipped().versions()) {
            assertThat(version.id()).isGreaterThanOrEqualTo(LockedSchemaIds.FIRST_ID);
            assertThat(seen.add(version.id())).isTrue();
            assertThat(LockedSchemaIds.shipped().schemaOf(version.id()))
                    .isEqualTo(version.schema());
        }
    }

    @Test
    void publicSchemasAreSelfContainedRecords() {
        Topics.all()
                .forEach(topic -> {
                    Schema schema = Schemas.current(topic.subject());
                    assertThat(new Schema.Parser().parse(schema.toString())).isEqualTo(schema);
                    assertThat(schema.getType()).isEqualTo(Schema.Type.RECORD);
                });
    }

    private static LockedSchemaIds.Version newest(String subject) {
        List<LockedSchemaIds.Version> versions = HISTORY.getOrDefault(subject, List.of());
        return versions.stream()
                .max(Comparator.comparingInt(LockedSchemaIds.Version::version))
                .orElseThrow();
    }

    private static boolean compatible(Schema reader, Schema writer) {
        return SchemaCompatibility.checkReaderWriterCompatibility(reader, writer).getType()
                == SchemaCompatibilityType.COMPATIBLE;
    }

    private static Set<String> fields(Schema schema) {
        return schema.getFields().stream().map(Schema.Field::name).collect(Collectors.toSet());
    }

    private static long fingerprint(Schema schema) {
        return SchemaNormalization.parsingFingerprint64(schema);
    }

    private static Schema parse(String fields) {
        return new Schema.Parser()
                .parse("{\"type\":\"record\",\"name\":\"T\",\"fields\":[" + fields + "]}");
    }
}
