package io.postrider.projections;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.platform.nodes.NodePurpose;
import io.postrider.platform.nodes.NodeToken;
import io.postrider.platform.reads.Query;
import io.postrider.platform.reads.QueryResult;
import io.postrider.platform.reads.ReadWire;
import io.postrider.schemas.json.Json;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.springframework.test.web.reactive.server.WebTestClient;

class ReadRoutesTest {

    private static final NodeToken TOKEN = new NodeToken(new byte[32], InstantSource.system());
    private static final Query QUESTION =
            new Query("link", "ws_1", Map.of("id", "lnk_1"), null, Duration.ofMillis(5));
    private static final QueryResult FOUND =
            new QueryResult.Found(Json.object().put("id", "lnk_1"), 1L);

    private final WebTestClient routes =
            WebTestClient.bindToRouterFunction(
                            new ReadRoutes(TOKEN, ReadRoutesTest::answer).routes())
                    .build();

    @Test
    void aQuestionIsAnswered() {
        byte[] answer =
                ask(TOKEN.header(NodePurpose.READS), ReadWire.bytes(QUESTION))
                        .expectStatus()
                        .isOk()
                        .expectBody()
                        .returnResult()
                        .getResponseBody();

        assertThat(ReadWire.answer(requireNonNull(answer))).isEqualTo(FOUND);
    }

    @Test
    void callersWithoutTheTokenGetNoData() {
        ask("Postrider " + "0".repeat(32), ReadWire.bytes(QUESTION))
                .expectStatus()
                .isUnauthorized();
        ask(TOKEN.header(NodePurpose.ANSWERS), ReadWire.bytes(QUESTION))
                .expectStatus()
                .isUnauthorized();
        routes.post().uri("/internal/reads").exchange().expectStatus().isUnauthorized();
    }

    @Test
    void invalidQueriesAreRejected() {
        ask(TOKEN.header(NodePurpose.READS), new byte[0]).expectStatus().isBadRequest();
        ask(TOKEN.header(NodePurpose.READS), new byte[] {'{'}).expectStatus().isBadRequest();
        ask(
                        TOKEN.header(NodePurpose.READS),
                        ReadWire.bytes(new Query("tea", "ws_1", Map.of(), null, Duration.ZERO)))
                .expectStatus()
                .isBadRequest();
    }

    private static CompletableFuture<QueryResult> answer(Query question) {
        if (!question.name().equals("link")) {
            throw new IllegalArgumentException(question.name());
        }
        return CompletableFuture.completedFuture(
                question.equals(QUESTION) ? FOUND : new QueryResult.Missing());
    }

    private WebTestClient.ResponseSpec ask(String authorization, byte[] body) {
        return routes.post()
                .uri("/internal/reads")
                .header("Authorization", authorization)
                .bodyValue(body)
                .exchange();
    }
}
