package io.postrider.runtime.reads;

import io.postrider.runtime.nodes.NodeAddress;
import io.postrider.runtime.nodes.NodeClient;
import io.postrider.runtime.nodes.NodePurpose;
import io.postrider.runtime.nodes.NodeTrust;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the nodes that keep the read models, each of which knows everything: one that does not answer is passed over for
 * the next, and asked last until another one fails.
 */
public final class RemoteReads implements Reads, AutoCloseable {

    private static final Logger LOGGER = LoggerFactory.getLogger(RemoteReads.class);
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(2);

    /** What an answer may take beyond the wait that the question allows. */
    private static final Duration TIMEOUT = Duration.ofSeconds(3);

    private final List<NodeAddress> nodes;
    private final AtomicInteger preferred = new AtomicInteger();
    private final NodeClient client;

    /**
     * Reads from other nodes.
     *
     * @param nodes at least one
     */
    public RemoteReads(List<NodeAddress> nodes, NodeTrust trust) {
        if (nodes.isEmpty()) {
            throw new IllegalArgumentException("nodes: none (expected: >= 1)");
        }
        this.nodes = List.copyOf(nodes);
        this.client = new NodeClient(trust, NodePurpose.READS, 2, CONNECT_TIMEOUT);
    }

    @Override
    public CompletionStage<ReadAnswer> ask(ReadQuestion question) {
        return ask(question, ReadWire.bytes(question), preferred.get(), nodes.size());
    }

    @Override
    public void close() {
        client.close();
    }

    private CompletionStage<ReadAnswer> ask(
            ReadQuestion question, byte[] body, int turn, int left) {
        if (left == 0) {
            return CompletableFuture.completedStage(new ReadAnswer.Unavailable());
        }
        NodeAddress node = nodes.get(Math.floorMod(turn, nodes.size()));
        return client.send(request(question, body, node), BodyHandlers.ofByteArray())
                .thenApply(RemoteReads::answer)
                .exceptionally(failure -> {
                    LOGGER.atWarn()
                            .addKeyValue("node", node)
                            .addKeyValue("error", String.valueOf(failure))
                            .log("A node did not answer a question");
                    return new ReadAnswer.Unavailable();
                })
                .thenCompose(answer ->
                        answer instanceof ReadAnswer.Unavailable
                                ? next(question, body, turn, left)
                                : CompletableFuture.completedStage(answer));
    }

    private CompletionStage<ReadAnswer> next(
            ReadQuestion question, byte[] body, int turn, int left) {
        // Only the first to find a node silent moves on; the others meet there.
        preferred.compareAndSet(turn, turn + 1);
        return ask(question, body, turn + 1, left - 1);
    }

    private HttpRequest request(ReadQuestion question, byte[] body, NodeAddress node) {
        return client.request(node.toString(), ReadWire.PATH)
                .timeout(question.patience().plus(TIMEOUT))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofByteArray(body))
                .build();
    }

    private static ReadAnswer answer(HttpResponse<byte[]> response) {
        if (response.statusCode() != 200) {
            throw new ReadWire.Unreadable("status " + response.statusCode(), null);
        }
        return ReadWire.answer(response.body());
    }
}
