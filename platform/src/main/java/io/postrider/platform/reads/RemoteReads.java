package io.postrider.platform.reads;

import io.postrider.platform.nodes.NodeAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Queries the nodes that keep the read models, each of which answers all queries: a node that does not respond is skipped for
 * the next, and tried last until another one fails.
 */
public final class RemoteReads implements QueryGateway {

    /** The timeout of an answer, in addition to the wait that the question allows. */
    public static final Duration TIMEOUT = Duration.ofSeconds(3);

    private final List<NodeAddress> nodes;
    private final AtomicInteger preferred = new AtomicInteger();
    private final ReadClient client;

    /**
     * Reads from other nodes.
     *
     * @param nodes at least one
     */
    public RemoteReads(List<NodeAddress> nodes, ReadClient client) {
        if (nodes.isEmpty()) {
            throw new IllegalArgumentException("nodes: none (expected: >= 1)");
        }
        this.nodes = List.copyOf(nodes);
        this.client = client;
    }

    @Override
    public CompletionStage<QueryResult> ask(Query question) {
        return ask(question, preferred.get(), nodes.size());
    }

    private CompletionStage<QueryResult> ask(Query question, int turn, int left) {
        if (left == 0) {
            return CompletableFuture.completedStage(new QueryResult.Unavailable());
        }
        NodeAddress node = nodes.get(Math.floorMod(turn, nodes.size()));
        return client.ask(node.toString(), question)
                .thenCompose(answer ->
                        answer instanceof QueryResult.Unavailable
                                ? next(question, turn, left)
                                : CompletableFuture.completedStage(answer));
    }

    private CompletionStage<QueryResult> next(Query question, int turn, int left) {
        // Only the first caller that finds a node silent selects the next one; the others use its
        // selection.
        preferred.compareAndSet(turn, turn + 1);
        return ask(question, turn + 1, left - 1);
    }
}
