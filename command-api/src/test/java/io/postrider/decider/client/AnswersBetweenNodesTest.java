package io.postrider.decider.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.postrider.decider.OutcomeListener;
import io.postrider.platform.commands.CommandResult;
import io.postrider.platform.limits.SharedCapacity;
import io.postrider.platform.nodes.NodePurpose;
import io.postrider.platform.nodes.NodeTrust;
import io.postrider.schemas.CommandOutcome;
import io.postrider.schemas.codec.LockedSchemaIds;
import io.postrider.schemas.codec.ValueCodec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.test.web.reactive.server.WebTestClient;

class AnswersBetweenNodesTest {

    private static final LockedSchemaIds IDS = LockedSchemaIds.shipped();
    private static final ValueCodec<CommandOutcome> CODEC = ValueCodec.outcomes(IDS);
    private static final NodeTrust TRUST =
            NodeTrust.from(
                    purpose -> Arrays.copyOf(purpose.getBytes(StandardCharsets.US_ASCII), 32),
                    InstantSource.system());
    private static final CommandOutcome OUTCOME = Outcomes.of("cmd_1");

    private final PendingCommands pending =
            new PendingCommands(
                    new SharedCapacity(10, 10), new CommandReserve(1), Duration.ofSeconds(30));
    private final RemoteOutcomes remote = new RemoteOutcomes(TRUST, IDS);
    private final WebTestClient routes =
            WebTestClient.bindToRouterFunction(
                            new OutcomeRoutes(TRUST.token(), List.of(pending), IDS).routes())
                    .build();
    private final AtomicInteger failures = new AtomicInteger();
    private final AtomicInteger calls = new AtomicInteger();
    private final List<byte[]> bodies = new CopyOnWriteArrayList<>();
    private final AtomicReference<String> seen = new AtomicReference<>("");
    private final HttpsServer server = server();

    @BeforeEach
    void start() {
        server.createContext("/", this::received);
        server.start();
    }

    @AfterEach
    void close() {
        remote.close();
        pending.close();
        server.stop(0);
    }

    @Test
    void anAnswerIsPushedToTheNodeThatWaits() {
        remote.answer(node(), "cmd_1", OUTCOME);

        await().until(() -> bodies.size() == 1);
        assertThat(seen.get()).startsWith("POST /internal/answers/cmd_1 Postrider ");
        assertThat(TRUST.token().matches(NodePurpose.ANSWERS, presented())).isTrue();
        assertThat(CODEC.decode(bodies.getFirst())).usingRecursiveComparison().isEqualTo(OUTCOME);
    }

    @Test
    void aFailedPushIsTriedOnceMore() {
        failures.set(1);

        remote.answer(node(), "cmd_1", OUTCOME);

        await().until(() -> bodies.size() == 1);
        assertThat(calls).hasValue(2);
    }

    @Test
    void aPushThatFailsTwiceIsGivenUpAndTheNextOneGoesOn() {
        failures.set(2);

        remote.answer(node(), "cmd_1", OUTCOME);
        await().until(() -> calls.get() == 2);
        remote.answer(node(), "cmd_2", Outcomes.of("cmd_2"));

        await().until(() -> bodies.size() == 1);
        assertThat(calls).hasValue(3);
    }

    @Test
    void aNodeThatDoesNotAnswerKeepsNoAnswerFromAnother() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            for (int i = 0; i < 2_000; i++) {
                remote.answer("127.0.0.1:" + silent.getLocalPort(), "cmd_0", OUTCOME);
            }

            remote.answer(node(), "cmd_1", OUTCOME);

            await().until(() -> bodies.size() == 1);
            assertThat(remote.dropped()).isPositive();
        }
    }

    @Test
    void anInvalidAddressIsIgnored() {
        remote.answer("no such host at all", "cmd_1", OUTCOME);
        remote.answer(null, "cmd_1", OUTCOME);

        remote.answer(node(), "cmd_2", OUTCOME);

        await().until(() -> bodies.size() == 1);
    }

    @Test
    void anOutcomeAfterTheEndIsIgnored() {
        remote.close();

        remote.answer(node(), "cmd_1", OUTCOME);

        assertThat(remote.dropped()).isZero();
    }

    @Test
    void thisNodesAnswersStayHereAndOthersGoElsewhere() throws Exception {
        List<String> pushed = new CopyOnWriteArrayList<>();
        OutcomeListener elsewhere = (to, id, _) -> pushed.add(to + " " + id);
        LocalOutcomes answers = new LocalOutcomes("node-a:8080", pending, elsewhere);
        CompletableFuture<CommandResult> one = waiting("cmd_1");
        CompletableFuture<CommandResult> two = waiting("cmd_2");

        answers.answer(null, "cmd_1", OUTCOME);
        answers.answer("node-a:8080", "cmd_2", OUTCOME);
        answers.answer("node-b:8080", "cmd_3", OUTCOME);

        assertThat(one.get(60, TimeUnit.SECONDS)).isEqualTo(new CommandResult.Decided(OUTCOME));
        assertThat(two.get(60, TimeUnit.SECONDS)).isEqualTo(new CommandResult.Decided(OUTCOME));
        assertThat(pushed).containsExactly("node-b:8080 cmd_3");
    }

    @Test
    void theOnlyNodeKeepsEveryAnswer() throws Exception {
        CompletableFuture<CommandResult> one = waiting("cmd_1");

        LocalOutcomes.alone(pending).answer("a former node:1", "cmd_1", OUTCOME);

        assertThat(one.get(60, TimeUnit.SECONDS)).isEqualTo(new CommandResult.Decided(OUTCOME));
    }

    @Test
    void aPushedOutcomeReachesItsRequest() throws Exception {
        CompletableFuture<CommandResult> waiting = waiting("cmd_7");

        push("cmd_7", token(), CODEC.encode(OUTCOME)).expectStatus().isNoContent();

        assertThat(waiting.get(60, TimeUnit.SECONDS))
                .usingRecursiveComparison()
                .isEqualTo(new CommandResult.Decided(OUTCOME));
    }

    @Test
    void anUnexpectedOutcomeIsAccepted() {
        push("cmd_9", token(), CODEC.encode(OUTCOME)).expectStatus().isNoContent();
    }

    @Test
    void aStrangerCannotAnswer() {
        CompletableFuture<CommandResult> waiting = waiting("cmd_1");
        byte[] body = CODEC.encode(OUTCOME);

        push("cmd_1", token().replace("Postrider ", "Postrider 1"), body)
                .expectStatus()
                .isUnauthorized();
        push("cmd_1", TRUST.token().header(NodePurpose.READS), body)
                .expectStatus()
                .isUnauthorized();
        routes.post()
                .uri("/internal/answers/cmd_1")
                .bodyValue(body)
                .exchange()
                .expectStatus()
                .isUnauthorized();

        assertThat(waiting).isNotDone();
    }

    @Test
    void aBodyThatIsNoOutcomeIsRefused() {
        String token = token();

        push("cmd_1", token, new byte[] {1, 2, 3}).expectStatus().isBadRequest();
        push("cmd_1", token, new byte[0]).expectStatus().isBadRequest();
        push("cmd_1", token, new byte[(1 << 20) + 1]).expectStatus().isEqualTo(413);
    }

    private WebTestClient.ResponseSpec push(String id, String authorization, byte[] body) {
        return routes.post()
                .uri("/internal/answers/" + id)
                .header("Authorization", authorization)
                .bodyValue(body)
                .exchange();
    }

    private CompletableFuture<CommandResult> waiting(String commandId) {
        return ((PendingCommands.Registration.Waiting)
                        pending.register(commandId, new CommandSender("ws_1", null), false))
                .answer()
                .toCompletableFuture();
    }

    private static String token() {
        return TRUST.token().header(NodePurpose.ANSWERS);
    }

    /** The header of the last request that was received. */
    private String presented() {
        return seen.get().substring(seen.get().indexOf("Postrider "));
    }

    private String node() {
        return "127.0.0.1:" + server.getAddress().getPort();
    }

    private void received(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        calls.incrementAndGet();
        boolean fails = failures.getAndUpdate(left -> Math.max(0, left - 1)) > 0;
        seen.set(
                exchange.getRequestMethod()
                        + " "
                        + exchange.getRequestURI()
                        + " "
                        + exchange.getRequestHeaders().getFirst("Authorization"));
        exchange.sendResponseHeaders(fails ? 503 : 204, -1);
        exchange.close();
        if (!fails) {
            bodies.add(body);
        }
    }

    private static HttpsServer server() {
        try {
            HttpsServer made =
                    HttpsServer.create(
                            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            made.setHttpsConfigurator(new HttpsConfigurator(TRUST.tls()));
            return made;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
