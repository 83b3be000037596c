package io.postrider.standalone.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.platform.kafka.ConfigMismatch;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class CheckRunTest {

    private static final Instant NOW = Instant.parse("2026-11-29T12:00:00Z");

    @Test
    void aCheckThatHangsFailsAndDelaysNoOther() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        Check hangs =
                new Check(
                        "slow",
                        () -> {
                            never.await();
                            return List.of();
                        });
        Check works = new Check("quick", () -> List.of(Result.ok("quick", "good")));

        List<Result> results = new CheckRun(Duration.ofSeconds(1)).run(List.of(hangs, works));

        assertThat(results)
                .containsExactly(
                        Result.fail(
                                "slow",
                                "no result after 1 s",
                                "check the network and the disk, and repeat"),
                        Result.ok("quick", "good"));
    }

    @Test
    void anExceptionIsOneLine() throws Exception {
        Check broken =
                new Check(
                        "broken",
                        () -> {
                            throw new IllegalStateException("one\n  two");
                        });

        assertThat(new CheckRun(Duration.ofSeconds(5)).run(List.of(broken)))
                .singleElement()
                .satisfies(result ->
                        assertThat(result.detail())
                                .isEqualTo(
                                        "the check failed: java.lang.IllegalStateException: one two"));
    }

    @Test
    void aDifferenceThatManyTopicsHaveIsOneLine() {
        List<ConfigMismatch> found =
                Stream.of("a", "b", "c", "d", "e")
                        .map(topic -> new ConfigMismatch(topic, "retention.ms", "1", "-1"))
                        .toList();

        assertThat(KafkaChecks.mismatches(found))
                .extracting(Result::detail)
                .containsExactly("a, b, c and 2 others: retention.ms is 1, expected -1");
    }

    @Test
    void aClockMayDifferBySeconds() {
        assertThat(Clocks.compared("it", NOW.plusSeconds(5), NOW).status())
                .isEqualTo(Result.Status.OK);
        assertThat(Clocks.compared("it", NOW.minusSeconds(60), NOW).detail())
                .isEqualTo("the clock of it is 60 s behind this machine's");
        assertThat(Clocks.appended("it", NOW.minusSeconds(60), NOW).status())
                .isEqualTo(Result.Status.OK);
        assertThat(Clocks.appended("it", NOW.plusSeconds(60), NOW).status())
                .isEqualTo(Result.Status.WARN);
    }
}
