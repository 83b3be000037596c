package io.postrider.schemas.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.postrider.domain.links.Link;
import io.postrider.schemas.Actor;
import io.postrider.schemas.codec.LockedSchemaIds.Version;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class DerivedSchemasTest {

    private static final String SUBJECT = "postrider.notes.v1-value";

    /**
     * A note on a {@link Link}.
     *
     * @param createdAt when {@code expiresAt} was set
     */
    record Note(
            String id,
            Instant createdAt,
            @Nullable Long count,
            List<String> tags,
            Map<String, String> metadata) {}

    static final class Later {
        record Note(
                String id,
                Instant createdAt,
                @Nullable Long count,
                List<String> tags,
                Map<String, String> metadata,
                @Nullable String text,
                List<String> owners) {}
    }

    static final class NotNullableLater {
        record Note(
                String id,
                Instant createdAt,
                @Nullable Long count,
                List<String> tags,
                Map<String, String> metadata,
                String text) {}
    }

    record TwoNotes(Note first, Later.Note second) {}

    record SetOfTags(Set<String> tags) {}

    @Test
    void aComponentBecomesAFieldOfItsTypeWithTheTextOfItsParameter() {
        assertThat(derived(Note.class))
                .hasToString(
                        new Schema.Parser()
                                .parse(
                                        """
                                        {"type": "record", "name": "Note", "namespace": "test",
                                         "doc": "A note on a Link.",
                                         "fields": [
                                          {"name": "id", "type": "string"},
                                          {"name": "created_at",
                                           "type": {"type": "long", "logicalType": "timestamp-millis"},
                                           "doc": "when expires_at was set"},
                                          {"name": "count", "type": ["null", "long"], "default": null},
                                          {"name": "tags", "type": {"type": "array", "items": "string"},
                                           "default": []},
                                          {"name": "metadata", "type": {"type": "map", "values": "string"},
                                           "default": {}}]}
                                        """)
                                .toString());
    }

    @Test
    void anEnvelopeHasANullableRecordForEachTypeAfterItsHeader() {
        Schema envelope =
                schemas()
                        .envelope(
                                "ActorEvent",
                                "Events.",
                                Actor.class,
                                Map.of("note.written", Note.class));

        assertThat(envelope.getFields())
                .extracting(Schema.Field::name)
                .containsExactly("type", "id", "cause", "note_written");
        assertThat(envelope.getField("note_written").schema().getTypes().get(1).getFullName())
                .isEqualTo("test.Note");
    }

    @Test
    void twoRecordsOfOneSimpleNameInASubjectAreRejected() {
        assertThatThrownBy(() -> derived(TwoNotes.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("two records named Note");
    }

    @Test
    void aTypeWithoutARuleIsRejected() {
        assertThatThrownBy(() -> derived(SetOfTags.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no Avro type for java.util.Set");
    }

    @Test
    void aNullableComponentOrAListAddedLaterIsANewVersion() {
        List<Version> first = accepted(List.of(), Note.class);

        assertThat(accepted(first, Note.class)).isEqualTo(first);
        assertThat(accepted(first, Later.Note.class))
                .extracting(Version::id, Version::version)
                .containsExactly(
                        tuple(LockedSchemaIds.FIRST_ID, 1), tuple(LockedSchemaIds.FIRST_ID + 1, 2));
    }

    @Test
    void aNonNullComponentAddedLaterIsRejected() {
        List<Version> first = accepted(List.of(), Note.class);

        assertThatThrownBy(() -> accepted(first, NotNullableLater.Note.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("not compatible with version 1")
                .hasMessageContaining("text");
    }

    @Test
    void changesAreListedFieldByField() {
        assertThat(SchemaDifferences.between(derived(Note.class), derived(Later.Note.class)))
                .containsExactly(
                        "- record test.Note[id, created_at, count, tags, metadata]",
                        "+ record test.Note[id, created_at, count, tags, metadata, text, owners]",
                        "+ test.Note.text: \"null\" or \"string\" = null",
                        "+ test.Note.owners: array of \"string\" = []");
    }

    private static List<Version> accepted(List<Version> history, Class<? extends Record> type) {
        return SchemaFile.accepted(history, Map.of(SUBJECT, derived(type)));
    }

    private static Schema derived(Class<? extends Record> type) {
        return schemas().record(type);
    }

    private static RecordSchemas schemas() {
        return new RecordSchemas("test", new JavadocTexts());
    }
}
