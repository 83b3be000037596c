package io.postrider.web.route;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.web.problem.Problem;
import io.postrider.web.problem.Validated;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;

class ContentNegotiationTest {

    private static final List<MediaType> JSON = List.of(MediaType.APPLICATION_JSON);
    private static final List<MediaType> BOTH =
            List.of(MediaType.APPLICATION_JSON, MediaType.TEXT_EVENT_STREAM);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "*/*",
                "application/*",
                "application/json",
                "application/problem+json",
                "text/html, application/json;q=0.1",
                "text/html,application/xhtml+xml,*/*;q=0.8",
                "application/json;charset=utf-8"
            })
    void thatIsJson(String accept) {
        assertThat(choose(accept, JSON)).isEqualTo("application/json");
    }

    @Test
    void absentMeansJson() {
        assertThat(ContentNegotiation.choose(new HttpHeaders(), JSON))
                .isEqualTo(Validated.valid(MediaType.APPLICATION_JSON));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "text/html",
                "text/*",
                "application/xml",
                "application/json;q=0",
                "*/*;q=0",
                "application/json;q=0, */*",
                "garbage",
                "/",
                "application/json;q=x"
            })
    void thatIsNotJson(String accept) {
        assertThat(choose(accept, JSON)).isEqualTo("not_acceptable");
    }

    @Test
    void theBetterLikedFormWinsAndJsonAmongEquals() {
        assertThat(choose("text/event-stream", BOTH)).isEqualTo("text/event-stream");
        assertThat(choose("application/json;q=0.5, text/event-stream", BOTH))
                .isEqualTo("text/event-stream");
        assertThat(choose("*/*", BOTH)).isEqualTo("application/json");
        assertThat(choose("text/event-stream;q=0.9, application/json", BOTH))
                .isEqualTo("application/json");
    }

    private static String choose(String accept, List<MediaType> produced) {
        HttpHeaders headers = new HttpHeaders();
        headers.set(HttpHeaders.ACCEPT, accept);
        return switch (ContentNegotiation.choose(headers, produced)) {
            case Validated.Valid<MediaType>(MediaType type) -> type.toString();
            case Validated.Refused<MediaType>(Problem problem) -> problem.code();
        };
    }
}
