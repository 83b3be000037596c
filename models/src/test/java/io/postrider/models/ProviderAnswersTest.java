package io.postrider.models;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.postrider.outbound.egress.EgressPolicy;
import io.postrider.outbound.egress.TargetCheck;
import io.postrider.outbound.egress.TargetPolicy;
import io.postrider.testkit.claims.Verifies;
import io.postrider.web.problem.ApiResponse;
import io.postrider.web.problem.Problem;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The memory for converting a provider's response. */
class ProviderAnswersTest {

    private static final int ANSWER_BYTES = 4 << 20;
    private static final ProviderRequest CALL = call();

    private static ProviderRequest call() {
        TargetPolicy targets = TargetPolicy.forCalls(EgressPolicy.parse("127.0.0.0/8"));
        if (!(targets.check("http://127.0.0.1:9/") instanceof TargetCheck.Accepted(var target))) {
            throw new AssertionError("the target is refused");
        }
        return new ProviderRequest(
                "alias", target, List.of(), new byte[0], false, Duration.ofSeconds(1), 1);
    }

    private static byte[] answer(String part) {
        int count = (ANSWER_BYTES - 100) / (part.length() + 1);
        String all = (part + ",").repeat(count) + part;
        return ("{\"choices\":[],\"model\":\"m\",\"x\":[" + all + "]}")
                .getBytes(StandardCharsets.UTF_8);
    }

    private static long allocatedBy(Runnable work) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        work.run();
        return threads.getCurrentThreadAllocatedBytes() - before;
    }

    /** A tree of it would use a hundred megabytes. */
    @Test
    @Verifies("provider-answer-memory")
    void anAnswerOfManyValuesTakesAFewTimesItsBytes() {
        byte[] body = answer("{}");

        long allocated =
                allocatedBy(() ->
                        assertThat(ProviderAnswers.whole(body, CALL))
                                .isInstanceOf(ApiResponse.Reply.class));

        assertThat(allocated).isLessThan(6L * ANSWER_BYTES);
    }

    @Test
    @Verifies("provider-answer-memory")
    void fourAtOnceTakeLittleMore() throws Exception {
        byte[] body = answer("{}");
        try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
            List<Future<Long>> all = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                all.add(threads.submit(() -> allocatedBy(() -> ProviderAnswers.whole(body, CALL))));
            }
            for (Future<Long> each : all) {
                assertThat(each.get()).isLessThan(6L * ANSWER_BYTES);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "model", "error"})
    void namesWithoutNumberAreTooLarge(String member) {
        StringBuilder names = new StringBuilder();
        for (int i = 0; i < CompletionCopy.NAMES_MAX; i++) {
            names.append(",\"n").append(i).append("\":{}");
        }
        String body = "{\"choices\":[],\"%s\":{\"a\":1%s}}".formatted(member, names);

        assertThat(problem(body)).isEqualTo("provider_answer_too_large");
    }

    @Test
    void namesCountWhileTheirObjectIsOpen() {
        String small = "{\"a\":{\"b\":1},\"c\":2},".repeat(CompletionCopy.NAMES_MAX);

        assertThat(copied("{\"choices\":[%s{}]}".formatted(small))).contains("\"c\":2},{}]");
    }

    @Test
    void deepNestingIsMalformed() {
        String deep = "[".repeat(CompletionCopy.DEPTH_MAX) + "]".repeat(CompletionCopy.DEPTH_MAX);

        assertThat(problem("{\"choices\":%s}".formatted(deep))).isEqualTo("provider_malformed");
        assertThat(copied("{\"choices\":%s}".formatted(deep.substring(1, deep.length() - 1))))
                .isNotEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"choices\":[],\"model\":\"m\",\"b\":1} | {\"choices\":[],\"model\":\"alias\",\"b\":1}",
                "{\"choices\":[]} | {\"choices\":[],\"model\":\"alias\"}",
                "{\"model\":{\"a\":[1]},\"choices\":[]} | {\"model\":\"alias\",\"choices\":[]}",
                "{\"model\":\"m\",\"error\":null,\"choices\":[{}]} | {\"model\":\"alias\",\"error\":null,\"choices\":[{}]}",
                "{\"model\":1,\"choices\":[1e999,-0.10,12345678901234567890]} | {\"model\":\"alias\",\"choices\":[1e999,-0.10,12345678901234567890]}",
                "{\"model\":1,\"choices\":[\"\\ud83d\\ude00 \\ud83d \\u0001 é \\\"\"]} | {\"model\":\"alias\",\"choices\":[\"😀 \\ud83d \\u0001 é \\\"\"]}",
            })
    void allButTheModelIsCopiedAsItIs(String body, String expected) {
        assertThat(copied(body)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"choices\":[{\"finish_reason\":\"stop\"}]} | true",
                "{\"choices\":[{},{\"delta\":{},\"finish_reason\":\"length\"}]} | true",
                "{\"choices\":[{\"finish_reason\":null}]} | false",
                "{\"choices\":[{\"delta\":{\"finish_reason\":\"stop\"}}]} | false",
                "{\"choices\":[[\"finish_reason\"]],\"finish_reason\":\"stop\"} | false",
            })
    void aPieceIsTheLastOneIfAChoiceHasItsReason(String piece, boolean last) {
        assertThat(ProviderAnswers.piece(piece, CALL).finished()).isEqualTo(last);
    }

    private static String copied(String body) {
        return answered(body) instanceof ApiResponse.Reply reply && reply.body() != null
                ? new String(reply.body(), StandardCharsets.UTF_8)
                : "";
    }

    private static String problem(String body) {
        return answered(body) instanceof Problem problem ? problem.code() : "";
    }

    private static ApiResponse answered(String body) {
        return ProviderAnswers.whole(body.getBytes(StandardCharsets.UTF_8), CALL);
    }
}
