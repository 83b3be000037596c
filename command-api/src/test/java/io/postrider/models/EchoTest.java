package io.postrider.models;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.api.Response;
import io.postrider.api.TestApi;
import io.postrider.schemas.json.Json;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** The built-in model, and what is refused of a request for any model. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EchoTest {

    private static final String PATH = "/api/v1/chat/completions";
    private static final String MESSAGES =
            "\"messages\":[{\"role\":\"system\",\"content\":\"Be brief.\"},"
                    + "{\"role\":\"user\",\"content\":\"first\"},"
                    + "{\"role\":\"assistant\",\"content\":\"ok\"},"
                    + "{\"role\":\"user\",\"content\":\"Say  it\\nagain, please\"}]";

    @AutoClose private final TestApi api = new TestApi();

    private Response ask(String further) {
        return api.caller("models:invoke")
                .post(PATH, "{\"model\":\"echo-1\"," + MESSAGES + further + "}");
    }

    private static List<String> data(Response told) {
        return told.text()
                .lines()
                .filter(line -> line.startsWith("data: "))
                .map(line -> line.substring("data: ".length()))
                .toList();
    }

    @Test
    void itAnswersTheLastMessage() {
        Response told = ask("");

        assertThat(told.status()).as(told.text()).isEqualTo(200);
        JsonNode body = told.body();
        assertThat(body.path("object").asString("")).isEqualTo("chat.completion");
        assertThat(body.path("model").asString("")).isEqualTo("echo-1");
        assertThat(body.path("id").asString("")).startsWith("chatcmpl-");
        assertThat(body.path("created").isIntegralNumber()).isTrue();
        assertThat(body.at("/choices/0/message/role").asString("")).isEqualTo("assistant");
        assertThat(body.at("/choices/0/message/content").asString(""))
                .isEqualTo("Say  it\nagain, please");
        assertThat(body.at("/choices/0/finish_reason").asString("")).isEqualTo("stop");
        assertThat(body.at("/usage/prompt_tokens").asInt(0)).isEqualTo(8);
        assertThat(body.at("/usage/completion_tokens").asInt(0)).isEqualTo(4);
        assertThat(body.at("/usage/total_tokens").asInt(0)).isEqualTo(12);
        assertThat(ask("").text()).isEqualTo(told.text());
    }

    @Test
    void itStreamsInPieces() {
        Response told = ask(",\"stream\":true,\"stream_options\":{\"include_usage\":true}");

        assertThat(told.status()).isEqualTo(200);
        assertThat(told.header("Content-Type")).startsWith("text/event-stream");
        List<String> data = data(told);
        assertThat(data).last().isEqualTo("[DONE]");
        List<JsonNode> chunks =
                data.subList(0, data.size() - 1).stream()
                        .<JsonNode>map(Json.mapper()::readTree)
                        .toList();
        assertThat(chunks)
                .allSatisfy(chunk -> {
                    assertThat(chunk.path("object").asString(""))
                            .isEqualTo("chat.completion.chunk");
                    assertThat(chunk.path("id")).isEqualTo(chunks.getFirst().path("id"));
                });
        assertThat(chunks).hasSize(1 + 4 + 1 + 1);
        assertThat(
                        chunks.stream()
                                .map(chunk -> chunk.at("/choices/0/delta/content").asString(""))
                                .collect(Collectors.joining()))
                .isEqualTo("Say  it\nagain, please");
        assertThat(chunks.get(5).at("/choices/0/finish_reason").asString("")).isEqualTo("stop");
        assertThat(chunks.getLast().at("/usage/total_tokens").asInt(0)).isEqualTo(12);
        assertThat(chunks.getLast().path("choices")).isEmpty();
    }

    @Test
    void halvesOfCharactersStayAsTheyAreEscaped() {
        String body =
                "{\"model\":\"echo-1\",\"messages\":[{\"role\":\"user\",\"content\":\"\\ud83d x \\ude00 🔥\"}]%s}";

        assertThat(api.caller().post(PATH, body.formatted("")).text())
                .contains("\\ud83d x \\ude00 🔥");
        assertThat(api.caller().post(PATH, body.formatted(",\"stream\":true")).text())
                .contains("\\ud83d ", "\\ude00 ", "🔥");
    }

    @Test
    void itEndsAtTheStopSequence() {
        Response told = ask(",\"max_tokens\":2");

        assertThat(told.body().at("/choices/0/message/content").asString(""))
                .isEqualTo("Say  it\n");
        assertThat(told.body().at("/choices/0/finish_reason").asString("")).isEqualTo("length");
    }

    @Test
    void aLongTextComesInFewPieces() {
        String text = "word ".repeat(20_000);
        Response told =
                api.caller()
                        .post(
                                PATH,
                                "{\"model\":\"echo-1\",\"stream\":true,\"messages\":[{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\""
                                        + text
                                        + "\"}]}]}");

        assertThat(data(told)).hasSizeLessThan(70);
    }

    @Test
    void aBodyOfTheSizeOfAConversationIsTaken() {
        String text = "x".repeat(3 << 19);

        assertThat(ask(",\"user\":\"" + text + "\"").status()).isEqualTo(200);
        assertThat(ask(",\"user\":\"" + text + text + "\"").code()).isEqualTo("body_too_large");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}                                      | #/model required;#/messages required",
                "{\"model\":5,\"messages\":[]}           | #/model invalid_type;#/messages too_few",
                "{\"model\":\"echo-1\",\"messages\":\"hi\"} | #/messages invalid_type",
                "{\"model\":\"echo-1\",\"messages\":[5,{\"role\":1,\"content\":{}},{}]} | #/messages/0 invalid_type;#/messages/1/role invalid_type;#/messages/1/content invalid_type;#/messages/2/role required",
                "{\"model\":\"echo-1\",\"messages\":[{\"role\":\"user\"}],\"stream\":\"yes\",\"temperature\":\"hot\",\"max_tokens\":1.5,\"stream_options\":1} | #/stream invalid_type;#/stream_options invalid_type;#/temperature invalid_type;#/max_tokens invalid_type",
                "{\"model\":\"echo-1\",\"messages\":[{\"role\":\"user\"}],\"max_tokens\":-4294966296,\"max_completion_tokens\":9223372036854775808} | #/max_tokens out_of_range;#/max_completion_tokens out_of_range",
            })
    void invalidRequestsAreRejected(String body, String errors) {
        Response told = api.caller().post(PATH, body);

        assertThat(told.status()).isEqualTo(422);
        assertThat(told.errors()).containsExactly(errors.split(";", -1));
        assertThat(told.body().at("/error/type").asString("")).isEqualTo("invalid_request_error");
        assertThat(told.body().at("/error/message").asString("")).contains("/");
    }

    @Test
    void anUnknownModelIsNotFound() {
        Response told =
                api.caller()
                        .post(
                                PATH,
                                "{\"model\":\"gpt-x\",\"messages\":[{\"role\":\"user\",\"content\":\"a\"}]}");

        assertThat(told.status()).isEqualTo(404);
        assertThat(told.code()).isEqualTo("model_not_found");
        assertThat(told.body().at("/error/param").asString("")).isEqualTo("model");
    }
}
