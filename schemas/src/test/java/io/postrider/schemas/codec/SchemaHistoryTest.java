package io.postrider.schemas.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.schemas.Topics;
import io.postrider.schemas.codec.LockedSchemaIds.Version;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.avro.Schema;
import org.junit.jupiter.api.Test;

/** The promise to the readers of the topics: any version reads what any other version wrote. */
class SchemaHistoryTest {

    private static final List<Version> HISTORY = LockedSchemaIds.shipped().versions();

    /**
     * With {@code -Dpostrider.schemas=accept} it adds a version for each schema that differs; with {@code reset} it begins a
     * new history, which is right only as long as nothing is released.
     */
    @Test
    void everySchemaIsThatOfItsRecords() throws IOException {
        Map<String, Schema> derived = DerivedSchemas.all();
        switch (System.getProperty("postrider.schemas", "compare")) {
            case "accept" -> SchemaFile.write(SchemaFile.accepted(HISTORY, derived));
            case "reset" -> SchemaFile.write(SchemaFile.accepted(List.of(), derived));
            default ->
                    assertThat(differences(derived))
                            .as("to add versions: -Dpostrider.schemas=accept")
                            .isEmpty();
        }
    }

    @Test
    void everyVersionReadsEveryOther() {
        for (String subject : Schemas.current().keySet()) {
            for (Version reader : SchemaFile.versions(HISTORY, subject)) {
                for (Version writer : SchemaFile.versions(HISTORY, subject)) {
                    assertThat(SchemaFile.obstacles(reader.schema(), writer.schema()))
                            .as("%s: %s reads %s", subject, reader.version(), writer.version())
                            .isEmpty();
                }
            }
        }
    }

    @Test
    void idsAreUniqueAndOutsideOfAnyRegistrysRange() {
        Set<Integer> seen = new HashSet<>();
        for (Version version : HISTORY) {
            assertThat(version.id()).isGreaterThanOrEqualTo(LockedSchemaIds.FIRST_ID);
            assertThat(seen.add(version.id())).isTrue();
            assertThat(LockedSchemaIds.shipped().schemaOf(version.id()))
                    .isEqualTo(version.schema());
        }
    }

    @Test
    void everyTopicHasASchemaThatIsASelfContainedRecord() {
        Topics.all().stream()
                // Its values are those of other topics.
                .filter(topic -> !topic.equals(Topics.RETRIES))
                .forEach(topic -> {
                    Schema schema = Schemas.current(topic.subject());
                    assertThat(new Schema.Parser().parse(schema.toString())).isEqualTo(schema);
                    assertThat(schema.getType()).isEqualTo(Schema.Type.RECORD);
                });
    }

    private static List<String> differences(Map<String, Schema> derived) {
        Map<String, Schema> current = Schemas.current();
        List<String> found = new ArrayList<>();
        derived.forEach((subject, schema) -> {
            Schema newest = current.get(subject);
            if (newest == null) {
                found.add(subject + " has no version");
            } else if (!newest.equals(schema)) {
                found.add(subject);
                found.addAll(SchemaDifferences.between(newest, schema));
            }
        });
        current.keySet().stream()
                .filter(subject -> !derived.containsKey(subject))
                .forEach(subject -> found.add(subject + " has no records"));
        return found;
    }
}
