package io.postrider.models;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.platform.limits.HeapBounds;
import io.postrider.schemas.json.Json;
import io.postrider.testkit.claims.Verifies;
import io.postrider.web.problem.ApiResponse;
import io.postrider.web.problem.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;

/** The share of one workspace in the completions' memory. */
class CompletionBulkheadTest {

    private static final int QUARTER = HeapBounds.COMPLETIONS / 4;

    private final CompletionBulkhead budget = new CompletionBulkhead(256);
    private final List<Disposable> underWay = new ArrayList<>();

    @AfterEach
    void everythingIsGivenBack() {
        underWay.forEach(Disposable::dispose);
        assertThat(budget.isWhole()).isTrue();
        budget.close();
    }

    @Test
    void aWholeAnswerIsHeldUntilItIsSent() {
        ApiResponse answer =
                budget.within("ws_a", QUARTER, _ -> Mono.just(ApiResponse.ok(Json.object())))
                        .block();

        assertThat(asked("ws_a", 1)).isEqualTo("429 too_many_completions");
        assertThat(answer).isInstanceOf(ApiResponse.Parts.class);
        if (answer instanceof ApiResponse.Parts parts) {
            parts.sent().run();
            parts.sent().run();
        }
        assertThat(asked("ws_a", QUARTER)).isEqualTo("answered");
    }

    private void hold(String workspace, int bytes) {
        underWay.add(budget.within(workspace, bytes, _ -> Mono.never()).subscribe());
    }

    private String asked(String workspace, int bytes) {
        ApiResponse answer =
                budget.within(workspace, bytes, _ -> Mono.just(Problem.notFound())).block();
        return Objects.requireNonNull(answer) instanceof Problem problem && problem.status() != 404
                ? problem.status() + " " + problem.code()
                : "answered";
    }

    @Test
    @Verifies("completion-budget")
    void aWorkspaceGetsAQuarterOfTheMemory() {
        hold("ws_a", QUARTER - 1);

        assertThat(asked("ws_a", 2)).isEqualTo("429 too_many_completions");
        assertThat(asked("ws_a", 1)).isEqualTo("answered");
        assertThat(asked("ws_b", QUARTER)).isEqualTo("answered");
    }

    @Test
    @Verifies("completion-budget")
    void allWorkspacesTogetherGetAllOfIt() {
        List.of("ws_a", "ws_b", "ws_c", "ws_d").forEach(workspace -> hold(workspace, QUARTER));

        assertThat(asked("ws_e", 1)).isEqualTo("503 overloaded");
        assertThat(asked("ws_e", 0)).isEqualTo("answered");
    }
}
