package io.postrider.redirects;

import io.postrider.decider.LocalAggregates;
import io.postrider.decider.NewestEvent;
import io.postrider.platform.nodes.NodeAddress;
import io.postrider.platform.nodes.NodeClient;
import io.postrider.platform.nodes.NodePurpose;
import io.postrider.platform.nodes.NodeTrust;
import io.postrider.schemas.Context;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.codec.EventCodec;
import io.postrider.schemas.codec.SchemaIds;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.kafka.streams.state.HostInfo;

/** Asks the node whose decider owns a link's partition, which may be this one. */
public final class RemoteOwners implements OwnerLookup, AutoCloseable {

    /** Callers wait much less; this timeout only frees the resources of a missing response. */
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final HostInfo self;
    private final LocalAggregates aggregates;
    private final EventCodec codec;

    /** The decider's stores are read on its threads, never on an event loop. */
    private final NodeClient client;

    /**
     * A lookup among several nodes.
     *
     * @param self this node, as its decider announces it
     */
    public RemoteOwners(
            NodeAddress self, NodeTrust trust, LocalAggregates aggregates, SchemaIds ids) {
        this.self = new HostInfo(self.host(), self.port());
        this.client = new NodeClient(trust, NodePurpose.LINKS, 2, TIMEOUT);
        this.aggregates = aggregates;
        this.codec = EventCodec.of(Context.LINKS, ids);
    }

    @Override
    public CompletionStage<Optional<EventRecord>> newest(String linkKey) {
        return CompletableFuture.supplyAsync(
                        () -> aggregates.ownerOf(Context.LINKS, linkKey), client.threads())
                .thenCompose(owner -> newest(linkKey, owner))
                .thenApply(event -> event.map(codec::decode));
    }

    @Override
    public void close() {
        client.close();
    }

    private CompletionStage<Optional<byte[]>> newest(String key, Optional<HostInfo> owner) {
        if (owner.isEmpty()) {
            return CompletableFuture.failedStage(
                    new IllegalStateException("no node owns " + key + " at present"));
        }
        if (owner.get().equals(self)) {
            return own(key);
        }
        return client.send(request(owner.get(), key), BodyHandlers.ofByteArray())
                .thenApply(RemoteOwners::event);
    }

    private CompletionStage<Optional<byte[]>> own(String key) {
        return switch (aggregates.newest(Context.LINKS, key)) {
            case NewestEvent.Found(byte[] framed) ->
                    CompletableFuture.completedStage(Optional.of(framed));
            case NewestEvent.None() -> CompletableFuture.completedStage(Optional.empty());
            case NewestEvent.Unreadable() ->
                    CompletableFuture.failedStage(
                            new IllegalStateException(key + " cannot be read here at present"));
        };
    }

    private HttpRequest request(HostInfo owner, String key) {
        return client.request(
                        owner.host() + ":" + owner.port(),
                        OwnerRoutes.PATH + "?key=" + URLEncoder.encode(key, StandardCharsets.UTF_8))
                .timeout(TIMEOUT)
                .GET()
                .build();
    }

    private static Optional<byte[]> event(HttpResponse<byte[]> response) {
        return switch (response.statusCode()) {
            case 200 -> Optional.of(response.body());
            case 404 -> Optional.empty();
            default -> throw new IllegalStateException("status " + response.statusCode());
        };
    }
}
