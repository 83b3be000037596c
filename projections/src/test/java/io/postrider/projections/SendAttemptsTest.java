package io.postrider.projections;

import static io.postrider.projections.TestModels.MINE;
import static io.postrider.projections.TestModels.START;
import static io.postrider.projections.TestModels.THEIRS;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.platform.reads.QueryNames;
import io.postrider.schemas.Attempt;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class SendAttemptsTest {

    private static final String MESSAGE = Id.of(IdKind.MSG, new UUID(7, 1));

    @TempDir Path folder;
    private TestModels models;

    @BeforeEach
    void open() {
        models = TestModels.open(folder);
    }

    @AfterEach
    void close() {
        models.close();
    }

    @Test
    void anOutcomeTakesThePlaceOfItsStartAndTheNewestComesFirst() {
        models.applySend(attempt(MESSAGE, 1, Attempt.STARTED, null));
        assertThat(attempts(MINE)).hasSize(1);
        models.applySend(attempt(MESSAGE, 1, Attempt.RETRY, 503));
        models.applySend(attempt(MESSAGE, 2, Attempt.DELIVERED, 200));

        assertThat(attempts(MINE))
                .hasToString(
                        "[{\"number\":2,\"at\":\"2026-11-21T10:00:00.000Z\",\"outcome\":\"submitted\","
                                + "\"status_code\":200,\"error\":null,\"next_attempt_at\":null},"
                                + "{\"number\":1,\"at\":\"2026-11-21T10:00:00.000Z\",\"outcome\":\"retry\","
                                + "\"status_code\":503,\"error\":\"131016\","
                                + "\"next_attempt_at\":\"2026-11-21T10:00:05.000Z\"}]");
        assertThat(attempts(THEIRS)).isEmpty();
    }

    @Test
    void callsThatAreNoMessagesAreNotKept() {
        models.applySend(attempt(MESSAGE + "/read/2", 1, Attempt.DELIVERED, 200));

        assertThat(attempts(MINE)).isEmpty();
        assertThat(models.rows(0x36)).isZero();
    }

    @Test
    void attemptsAreKeptForThirtyDays() {
        models.applySend(attempt(MESSAGE, 1, Attempt.DELIVERED, 200));
        String other = Id.of(IdKind.MSG, new UUID(7, 2));
        models.at(START.plus(Duration.ofDays(31)));
        models.applySend(attempt(other, 1, Attempt.DELIVERED, 200));

        assertThat(attempts(MINE)).isEmpty();
        assertThat(models.rows(0x36)).isOne();
    }

    private JsonNode attempts(String workspace) {
        return models.found(QueryNames.SEND_ATTEMPTS, workspace, Map.of("id", MESSAGE))
                .path("data");
    }

    private static Attempt attempt(
            String delivery, int number, String outcome, @Nullable Integer status) {
        boolean isRetry = outcome.equals(Attempt.RETRY);
        return new Attempt(
                Id.of(IdKind.ATT, new UUID(8, number)),
                delivery,
                MINE,
                Id.of(IdKind.INST, new UUID(6, 1)),
                Id.of(IdKind.EVT, new UUID(9, 1)),
                "message.accepted",
                number,
                START,
                12,
                outcome,
                status,
                isRetry ? "131016" : null,
                Map.of(),
                Map.of(),
                null,
                false,
                isRetry ? START.plusSeconds(5) : null);
    }
}
