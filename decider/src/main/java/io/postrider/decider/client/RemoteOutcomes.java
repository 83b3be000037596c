package io.postrider.decider.client;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.postrider.decider.OutcomeListener;
import io.postrider.platform.meters.Bounds;
import io.postrider.platform.nodes.NodeClient;
import io.postrider.platform.nodes.NodePurpose;
import io.postrider.platform.nodes.NodeTrust;
import io.postrider.schemas.CommandOutcome;
import io.postrider.schemas.codec.SchemaIds;
import io.postrider.schemas.codec.ValueCodec;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Pushes outcomes to the nodes that wait for them. A lost outcome does not affect the write: its caller gets an unknown
 * outcome, and learns it by repeating the request.
 */
public final class RemoteOutcomes implements OutcomeListener, AutoCloseable {

    private static final Logger LOGGER = LoggerFactory.getLogger(RemoteOutcomes.class);

    /** With a handshake of TLS, of which the first of a process takes long on a busy machine. */
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(2);

    private static final Duration TIMEOUT = Duration.ofSeconds(4);

    /** An edge that does not answer holds no permits but its own. */
    static final int UNDER_WAY_MAX = 512;

    private static final int DESTINATIONS_MAX = 64;
    private static final int RETRIES = 1;

    private final ValueCodec<CommandOutcome> codec;
    private final Cache<String, Semaphore> permits =
            Caffeine.newBuilder().maximumSize(DESTINATIONS_MAX).executor(Runnable::run).build();
    private final AtomicLong dropped = new AtomicLong();

    /** Its single thread encodes and connects; the permits limit its queue. */
    private final NodeClient nodes;

    /**
     * A sender of outcomes.
     *
     * @param trust by what the nodes know each other
     */
    public RemoteOutcomes(NodeTrust trust, SchemaIds ids) {
        this.nodes = new NodeClient(trust, NodePurpose.ANSWERS, 1, CONNECT_TIMEOUT);
        this.codec = ValueCodec.outcomes(ids);
    }

    /** Shows how many outcomes are in transit to the node that has most of them. */
    public void show(Bounds bounds, String name) {
        bounds.show(name, this::mostUnderWay, UNDER_WAY_MAX);
    }

    private int mostUnderWay() {
        return permits.asMap().values().stream()
                .mapToInt(free -> UNDER_WAY_MAX - free.availablePermits())
                .max()
                .orElse(0);
    }

    @Override
    public void answer(@Nullable String replyTo, String commandId, CommandOutcome outcome) {
        if (replyTo == null) {
            dropped.incrementAndGet();
            return;
        }
        Semaphore free = permits.get(replyTo, _ -> new Semaphore(UNDER_WAY_MAX));
        if (!free.tryAcquire()) {
            dropped.incrementAndGet();
            return;
        }
        try {
            nodes.threads().execute(() -> push(replyTo, commandId, outcome, free));
        } catch (RejectedExecutionException e) {
            free.release();
            LOGGER.atDebug().addKeyValue("command", commandId).log("An answer came after the end");
        }
    }

    /** The number of dropped outcomes, because too many to their node were in flight. */
    public long dropped() {
        return dropped.get();
    }

    @Override
    public void close() {
        nodes.close();
    }

    private void push(String replyTo, String commandId, CommandOutcome outcome, Semaphore free) {
        HttpRequest request;
        try {
            request =
                    nodes.request(replyTo, OutcomeRoutes.PATH + commandId)
                            .timeout(TIMEOUT)
                            .header("Content-Type", "application/octet-stream")
                            .POST(BodyPublishers.ofByteArray(codec.encode(outcome)))
                            .build();
        } catch (IllegalArgumentException e) {
            free.release();
            LOGGER.atError()
                    .addKeyValue("node", replyTo)
                    .addKeyValue("command", commandId)
                    .setCause(e)
                    .log("A command result cannot be sent to this node address");
            return;
        }
        attempt(request, free, RETRIES);
    }

    private void attempt(HttpRequest request, Semaphore free, int retries) {
        var _ =
                nodes.send(request, BodyHandlers.discarding())
                        .whenComplete((response, failure) -> {
                            if (failure == null && response.statusCode() < 300) {
                                free.release();
                            } else if (retries > 0) {
                                attempt(request, free, retries - 1);
                            } else {
                                free.release();
                                report(request, response, failure);
                            }
                        });
    }

    private static void report(
            HttpRequest request,
            @Nullable HttpResponse<Void> response,
            @Nullable Throwable failure) {
        LOGGER.atWarn()
                .addKeyValue("node", request.uri().getAuthority())
                .addKeyValue("status", response == null ? 0 : response.statusCode())
                .addKeyValue("error", String.valueOf(failure))
                .log("A command result did not reach the node that waits for it");
    }
}
