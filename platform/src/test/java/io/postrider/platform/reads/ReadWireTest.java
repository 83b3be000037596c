package io.postrider.platform.reads;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.domain.kernel.FieldError;
import io.postrider.platform.offsets.ConsistencyToken;
import io.postrider.schemas.Context;
import io.postrider.schemas.json.Json;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

class ReadWireTest {

    @ParameterizedTest
    @MethodSource
    void aQuestionComesOutAsItWentIn(Query question) {
        assertThat(ReadWire.question(ReadWire.bytes(question))).isEqualTo(question);
    }

    static Stream<Query> aQuestionComesOutAsItWentIn() {
        return Stream.of(
                new Query("links", "ws_1", Map.of(), null, Duration.ZERO),
                new Query(
                        "links",
                        "ws_1",
                        "usr_1",
                        Map.of("q", "a \"b\" \u0000 ü 😀", "limit", "10"),
                        new ConsistencyToken(Context.LINKS, 3, Long.MAX_VALUE),
                        Duration.ofMillis(2_345)),
                new Query("links", "ws_1", Map.of(), null, Duration.ZERO)
                        .of(new Query.Part(Set.of(0, 3, 11), false)),
                new Query("links", "ws_1", Map.of(), null, Duration.ZERO)
                        .of(new Query.Part(Set.of(), true)));
    }

    @Test
    void aQuestionOfANodeThatNamesNoTenantTakesTheShareOfItsWorkspace() {
        byte[] bytes = "{\"name\":\"links\",\"workspace\":\"ws_1\"}".getBytes(UTF_8);

        assertThat(ReadWire.question(bytes).tenant()).isEqualTo("ws_1");
    }

    @ParameterizedTest
    @MethodSource
    void anAnswerComesOutAsItWentIn(QueryResult answer) {
        assertThat(ReadWire.answer(ReadWire.bytes(answer))).isEqualTo(answer);
    }

    static Stream<QueryResult> anAnswerComesOutAsItWentIn() {
        return Stream.of(
                new QueryResult.Found(Json.object().put("id", "lnk_1").put("clicks", 7), 3L),
                new QueryResult.Found(Json.object().putNull("title"), null),
                new QueryResult.Found(Json.object(), 1L, true),
                new QueryResult.Missing(),
                new QueryResult.Behind(),
                new QueryResult.CursorMismatch(),
                new QueryResult.BadParameter(new FieldError("#/limit", "invalid", "No.")),
                new QueryResult.ShareExceeded(),
                new QueryResult.Unavailable());
    }

    @ParameterizedTest
    @MethodSource
    void aPartComesOutAsItWentIn(Rows<ObjectNode> rows) {
        QueryResult read = ReadWire.answer(ReadWire.bytes(new QueryResult.Part(rows, true)));

        assertThat(read)
                .isInstanceOfSatisfying(
                        QueryResult.Part.class,
                        part ->
                                assertThat(part)
                                        .usingRecursiveComparison()
                                        .isEqualTo(new QueryResult.Part(rows, true)));
    }

    static Stream<Rows<ObjectNode>> aPartComesOutAsItWentIn() {
        Rows.Row<ObjectNode> row =
                new Rows.Row<>(
                        new byte[] {0, -1, 127, -128},
                        Json.object().put("id", "lnk_1").putNull("title"),
                        Long.MAX_VALUE);
        return Stream.of(
                new Rows<>(List.of()),
                new Rows<>(List.of(row, row)),
                new Rows<>(List.of(row), new byte[] {-1, 0}));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "[]",
                "{}",
                "{\"answer\":1}",
                "{\"answer\":\"other\"}",
                "{\"answer\":\"found\"}",
                "{\"answer\":\"bad_parameter\"}",
                "{\"answer\":\"part\"}",
                "{\"answer\":\"part\",\"rows\":[]}",
                "{\"answer\":\"part\",\"rows\":[],\"stopped_at\":\"?\"}",
                "{\"answer\":\"part\",\"rows\":[{\"body\":{}}],\"stopped_at\":null}",
                "{\"answer\":\"part\",\"rows\":[{\"place\":\"AA==\"}],\"stopped_at\":null}"
            })
    void invalidResponsesAreReported(String text) {
        assertThatThrownBy(() -> ReadWire.answer(text.getBytes(UTF_8)))
                .isInstanceOf(ReadWire.MalformedReadException.class);
    }

    @Test
    void aTokenThatIsNoneIsNotTakenForNoToken() {
        byte[] bytes =
                "{\"name\":\"links\",\"workspace\":\"ws_1\",\"token\":\"x\"}".getBytes(UTF_8);

        assertThatThrownBy(() -> ReadWire.question(bytes))
                .isInstanceOf(ReadWire.MalformedReadException.class);
    }
}
