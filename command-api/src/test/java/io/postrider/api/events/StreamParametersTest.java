package io.postrider.api.events;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.api.Caller;
import io.postrider.api.Response;
import io.postrider.api.TestApi;
import io.postrider.domain.kernel.IdKind;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.Disposable;

class StreamParametersTest {

    private static final String EVENTS = "/api/v1/events";
    private static final String LAST_EVENT_ID = "Last-Event-ID";

    private final TestApi api = new TestApi();
    private final Caller caller = api.caller();

    @BeforeEach
    void somethingHasHappened() {
        caller.post("/api/v1/links", "{\"url\":\"https://example.com\"}");
    }

    @AfterEach
    void close() {
        api.close();
    }

    private String newest() {
        return caller.get(EVENTS).body().path("data").path(0).path("id").asString("");
    }

    /** The event behind which a stream begins. */
    private String start(Caller listener, String query) {
        var opened =
                listener.client()
                        .get()
                        .uri(EVENTS + "?format=sse" + query)
                        .headers(headers -> listener.headers().forEach(headers::set))
                        .exchange()
                        .returnResult(String.class);
        assertThat(opened.getStatus().value()).isEqualTo(200);
        Disposable listening = opened.getResponseBody().subscribe();
        listening.dispose();
        Map<String, String> asked = api.reads().last().parameters();
        return asked.getOrDefault("after", "");
    }

    @ParameterizedTest
    @CsvSource({
        "limit=0, invalid_parameter",
        "limit=101, invalid_parameter",
        "limit=x, invalid_parameter",
        "cursor=c1, cursor_mismatch",
        "cursor=nonsense, cursor_mismatch",
        "after=lnk_00000000000000000000000000, wrong_id_type",
        "after=evt_x, invalid_parameter",
        "types=link.typo, invalid_parameter",
        "types=, invalid_parameter",
    })
    void streamsRejectTheErrorsOfLists(String parameter, String code) {
        for (Caller listener : new Caller[] {caller, caller.with(LAST_EVENT_ID, newest())}) {
            Response told = listener.get(EVENTS + "?format=sse&" + parameter);

            assertThat(told.status()).isEqualTo(400);
            assertThat(told.code()).isEqualTo(code);
            assertThat(told.errors()).hasSize(1);
        }
    }

    @Test
    void everyTypeThatNothingCanMatchIsNamed() {
        Response told = caller.get(EVENTS + "?types=link.created,link.creatd,key.x");

        assertThat(told.member("detail") + told.text())
                .contains("'link.creatd'", "'key.x'")
                .doesNotContain("'link.created'");
    }

    @Test
    void aLimitOfAPageIsNoneOfAStream() {
        assertThat(start(caller, "&limit=1")).isEqualTo(newest());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "  "})
    void anEmptyLastEventIdIsNone(String empty) {
        Caller again = caller.with(LAST_EVENT_ID, empty);
        String seen = newest();
        caller.post("/api/v1/links", "{\"url\":\"https://example.com\"}");

        assertThat(start(again, "")).isEqualTo(newest());
        assertThat(start(again, "&after=" + seen)).isEqualTo(seen);
    }

    @Test
    void anInvalidLastEventIdIsNamed() {
        Response told = caller.with(LAST_EVENT_ID, api.id(IdKind.LNK)).get(EVENTS + "?format=sse");

        assertThat(told.status()).isEqualTo(400);
        assertThat(told.code()).isEqualTo("wrong_id_type");
        assertThat(told.member("detail")).contains(LAST_EVENT_ID);
    }
}
