package io.postrider.webhooks.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.platform.reads.QueryResult;
import io.postrider.schemas.json.Json;
import io.postrider.web.problem.Problem;
import io.postrider.web.problem.Validated;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

class DeliveryWriterTest {

    private static final Validated<QueryResult.Found> FOUND =
            Validated.valid(new QueryResult.Found(Json.object(), 1L));
    private static final Validated<QueryResult.Found> MISSING =
            Validated.refused(Problem.notFound());

    @Test
    void anEventThatIsNotYetReadableIsReadAgainUntilItIs() {
        AtomicInteger reads = new AtomicInteger();

        StepVerifier.withVirtualTime(() ->
                        DeliveryWriter.onceThere(
                                Mono.fromSupplier(
                                        () -> reads.incrementAndGet() < 4 ? MISSING : FOUND)))
                .thenAwait(Duration.ofSeconds(1))
                .expectNext(FOUND)
                .verifyComplete();
        assertThat(reads).hasValue(4);
    }

    @Test
    void anEventThatStaysMissingIsNotFound() {
        StepVerifier.withVirtualTime(() -> DeliveryWriter.onceThere(Mono.just(MISSING)))
                .thenAwait(Duration.ofMinutes(1))
                .expectNext(MISSING)
                .verifyComplete();
    }

    @Test
    void anotherProblemIsAnsweredAtOnce() {
        Validated<QueryResult.Found> behind = Validated.refused(Problem.viewBehind());

        StepVerifier.create(DeliveryWriter.onceThere(Mono.just(behind)))
                .expectNext(behind)
                .verifyComplete();
    }
}
