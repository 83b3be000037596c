package io.postrider.redirects;

import io.micrometer.core.instrument.MeterRegistry;
import io.netty.channel.Channel;
import io.postrider.platform.commands.CommandGateway;
import io.postrider.platform.limits.Tenants;
import io.postrider.platform.meters.Bounds;
import io.postrider.platform.traces.Traces;
import io.postrider.redirects.spool.ClickSpool;
import io.postrider.schemas.codec.SchemaIds;
import io.postrider.schemas.codec.ValueCodec;
import io.postrider.web.server.ProblemWriter;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import reactor.netty.NettyPipeline;
import reactor.netty.http.server.HttpServer;
import reactor.netty.resources.LoopResources;

/**
 * Installs the redirect handler in front of an HTTP server: it answers requests for short links, and passes all other requests
 * to the server unchanged.
 */
public final class RedirectEdge {

    private static final String HANDLER = "postrider.redirects";
    private static final String LOOPS = "edge";
    private static final byte[] NO_ADDRESS = new byte[4];

    private final RedirectCounts counts;
    private final ClickAdmissions admissions;
    private final RedirectRequests visits;
    private final RedirectTrace traces;

    /**
     * Creates the redirect edge.
     *
     * @param restored whether all links are known after a start; until then a miss is answered with 503
     * @param spool click spool with as many lanes as the settings
     */
    public RedirectEdge(
            LinkReplica links,
            BooleanSupplier restored,
            ClickSpool spool,
            CommandGateway gateway,
            OwnerLookup owners,
            Tenants tenants,
            RedirectSettings settings,
            SchemaIds ids,
            InstantSource clock,
            MeterRegistry meters,
            Traces traces) {
        this.traces = new RedirectTrace(traces, clock);
        this.counts = new RedirectCounts(meters);
        this.admissions = new ClickAdmissions(new AdmissionBlocks(gateway, links, ids), tenants);
        NotFoundLimiter misses = new NotFoundLimiter(settings.missesPerMinute());
        Bounds bounds = new Bounds(meters);
        admissions.show(bounds);
        links.show(bounds);
        misses.show(bounds);
        PartitionOwnerClient asking = new PartitionOwnerClient(owners);
        asking.show(bounds);
        RedirectProblems refusals =
                new RedirectProblems(
                        new RedirectResponses(new ProblemWriter(settings.address())), counts);
        Redirector redirector =
                new Redirector(links, restored, asking, admissions, misses, counts, refusals);
        RedirectLanes lanes = new RedirectLanes(spool, settings.lanes(), ValueCodec.rawClicks(ids));
        this.visits =
                new RedirectRequests(
                        redirector, refusals, lanes, settings.domains(), settings.proxies(), clock);
    }

    /** The event loops of the server, one for each lane; the caller disposes of them. */
    public static LoopResources eventLoops(RedirectSettings settings) {
        return LoopResources.create(LOOPS, settings.lanes(), true);
    }

    /** The server with short links in front, for HTTP/1.1 without an upgrade to HTTP/2. */
    public HttpServer install(HttpServer server) {
        return server.doOnChannelInit(
                (observer, channel, _) -> prepare(channel, channel.remoteAddress()));
    }

    private void prepare(Channel channel, @Nullable SocketAddress remote) {
        channel.pipeline()
                .addAfter(
                        NettyPipeline.HttpCodec,
                        HANDLER,
                        new RedirectHandler(visits, counts, traces, address(remote)));
    }

    private static byte[] address(@Nullable SocketAddress remote) {
        return remote instanceof InetSocketAddress peer && peer.getAddress() != null
                ? peer.getAddress().getAddress()
                : NO_ADDRESS;
    }

    /** Completes when clicks on a link with {@code max_clicks} may never be admitted again. */
    public CompletableFuture<@Nullable Void> dead() {
        return admissions.dead();
    }

    /** The counts of requests for short links since the start. */
    public RedirectCounts counts() {
        return counts;
    }
}
