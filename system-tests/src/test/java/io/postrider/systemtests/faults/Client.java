package io.postrider.systemtests.faults;

import io.postrider.systemtests.PostriderProcess;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Sends requests, each noted in the ledger before and after. */
final class Client {

    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final Duration POLL = Duration.ofMillis(20);
    private static final List<String> KEPT = List.of("id", "slug", "secret");
    private static final JsonMapper JSON = new JsonMapper();

    private final PostriderProcess postrider;
    private final Visitor visitor;
    private final Ledger ledger;
    private final AtomicLong answered;
    private final BooleanSupplier stopped;

    /**
     * @param answered counts the requests that were
     * @param stopped whether the load is to end
     */
    Client(
            PostriderProcess postrider,
            Ledger ledger,
            AtomicLong answered,
            BooleanSupplier stopped) {
        this.postrider = postrider;
        this.visitor = new Visitor(postrider.port());
        this.ledger = ledger;
        this.answered = answered;
        this.stopped = stopped;
    }

    /** The result of a request; status 0 means no response. */
    record Reply(int status, String answer) {

        boolean done() {
            return status >= 200 && status < 300;
        }

        String part(int index) {
            return List.of(answer.split(" ", -1)).get(index);
        }
    }

    boolean stopped() {
        return stopped.getAsBoolean();
    }

    /** Sends a change once; after it the product takes requests again, whatever came of it. */
    Reply change(
            Act.Kind kind,
            String subject,
            String detail,
            String method,
            String path,
            String body,
            String... headers)
            throws IOException, InterruptedException {
        return noted(
                kind, subject, detail, () -> kept(postrider.write(method, path, body, headers)));
    }

    /** Sends a change under an Idempotency-Key until it is answered for good. */
    Reply insist(Act.Kind kind, String subject, String key, String path, String body)
            throws IOException, InterruptedException {
        Reply reply;
        do {
            reply = change(kind, subject, key, "POST", path, body, "Idempotency-Key", key);
        } while (reply.status() == 0 || reply.status() >= 500 || reply.status() == 409);
        return reply;
    }

    /** Sends a request with a key, and records its status. */
    Reply use(String keyId, String secret) throws IOException, InterruptedException {
        return noted(
                Act.Kind.USE_KEY,
                keyId,
                "-",
                () -> new Reply(postrider.get("/api/v1/me", secret).statusCode(), "-"));
    }

    /** Follows a link. */
    Reply visit(String slug, String marker) throws IOException, InterruptedException {
        return noted(
                Act.Kind.VISIT, slug, marker, () -> new Reply(visitor.follow(slug, marker), "-"));
    }

    /** A request over the wire. */
    private interface Exchange {
        Reply run() throws IOException, InterruptedException;
    }

    private Reply noted(Act.Kind kind, String subject, String detail, Exchange exchange)
            throws IOException, InterruptedException {
        long number = ledger.intend(kind, subject, detail);
        try {
            Reply reply = exchange.run();
            ledger.settle(number, reply.status(), reply.answer());
            if (reply.status() == 503) {
                awaitReadyOrGone();
            } else {
                answered.incrementAndGet();
            }
            return reply;
        } catch (IOException e) {
            ledger.settle(number, 0, e.getClass().getSimpleName());
            Awaitility.await()
                    .atMost(PATIENCE)
                    .pollInterval(POLL)
                    .until(() -> stopped() || postrider.listens());
            return new Reply(0, "");
        }
    }

    private void awaitReadyOrGone() {
        Awaitility.await()
                .atMost(PATIENCE)
                .pollInterval(POLL)
                .until(() -> stopped() || postrider.isReady() || !postrider.listens());
    }

    private static Reply kept(HttpResponse<String> response) {
        if (response.body().isEmpty()) {
            return new Reply(response.statusCode(), "-");
        }
        JsonNode body = JSON.readTree(response.body());
        String answer =
                response.statusCode() < 300
                        ? KEPT.stream()
                                .map(field -> body.path(field).asString("-"))
                                .collect(Collectors.joining(" "))
                        : body.path("code").asString("-");
        return new Reply(response.statusCode(), answer);
    }
}
