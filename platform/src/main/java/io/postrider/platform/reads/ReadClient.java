package io.postrider.platform.reads;

import io.postrider.platform.nodes.NodeClient;
import io.postrider.platform.nodes.NodePurpose;
import io.postrider.platform.nodes.NodeTrust;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends queries to other nodes over internal HTTP. */
public final class ReadClient implements NodeReads, AutoCloseable {

    private static final Logger LOGGER = LoggerFactory.getLogger(ReadClient.class);
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(2);

    private final NodeClient client;
    private final Duration timeout;

    /**
     * @param timeout of an answer, in addition to the wait that the question allows
     */
    public ReadClient(NodeTrust trust, Duration timeout) {
        this.client = new NodeClient(trust, NodePurpose.READS, 2, CONNECT_TIMEOUT);
        this.timeout = timeout;
    }

    @Override
    public CompletionStage<QueryResult> ask(String node, Query question) {
        Duration atMost = question.longest().plus(timeout);
        HttpRequest request =
                client.request(node, ReadWire.PATH)
                        .timeout(atMost)
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofByteArray(ReadWire.bytes(question)))
                        .build();
        // The timeout of a request ends with the headers of its answer.
        return client.send(request, BodyHandlers.ofByteArray())
                .orTimeout(atMost.toMillis(), TimeUnit.MILLISECONDS)
                .thenApply(ReadClient::answer)
                .exceptionally(failure -> {
                    LOGGER.atWarn()
                            .addKeyValue("node", node)
                            .addKeyValue("error", String.valueOf(failure))
                            .log("A node did not respond to a query");
                    return new QueryResult.Unavailable();
                });
    }

    @Override
    public void close() {
        client.close();
    }

    private static QueryResult answer(HttpResponse<byte[]> response) {
        if (response.statusCode() != 200) {
            throw new ReadWire.MalformedReadException("status " + response.statusCode(), null);
        }
        return ReadWire.answer(response.body());
    }
}
