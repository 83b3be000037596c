package io.postrider.redirects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.doReturn;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.spy;
import static org.mockito.Mockito.when;

import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.IdentityCipherSuiteFilter;
import io.netty.handler.ssl.JdkSslContext;
import io.netty.handler.ssl.SslContext;
import io.postrider.decider.LocalAggregates;
import io.postrider.decider.NewestEvent;
import io.postrider.decider.PartitionTakeovers;
import io.postrider.platform.nodes.NodeAddress;
import io.postrider.platform.nodes.NodeToken;
import io.postrider.platform.nodes.NodeTrust;
import io.postrider.platform.offsets.Partitions;
import io.postrider.schemas.Context;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.codec.EventCodec;
import io.postrider.schemas.codec.LockedSchemaIds;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.state.HostInfo;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.http.server.reactive.ReactorHttpHandlerAdapter;
import org.springframework.web.reactive.function.server.RouterFunctions;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;

class RemoteOwnersTest {

    private static final LockedSchemaIds IDS = LockedSchemaIds.shipped();
    private static final NodeTrust TRUST =
            NodeTrust.from(
                    purpose -> Arrays.copyOf(purpose.getBytes(StandardCharsets.US_ASCII), 32),
                    InstantSource.system());
    private static final NodeAddress SELF = new NodeAddress("127.0.0.1", 1);

    /** With what must be escaped in an address. */
    private static final String KEY = "go.test/a&b=ü +";

    private final EventRecord created = SampleLink.of("a", "https://example.com/").created();
    private final byte[] framed = EventCodec.of(Context.LINKS, IDS).encode(created);
    private final LocalAggregates here = mock(LocalAggregates.class);
    private final LocalAggregates there = mock(LocalAggregates.class);
    private boolean restored = true;
    private final DisposableServer other = server(TRUST.token());
    private final RemoteOwners owners = new RemoteOwners(SELF, TRUST, here, IDS);

    @AfterEach
    void close() {
        owners.close();
        other.disposeNow();
    }

    @Test
    void theOwnerTells() throws Exception {
        when(here.ownerOf(Context.LINKS, KEY)).thenReturn(host(other));
        when(there.newest(Context.LINKS, KEY)).thenReturn(new NewestEvent.Found(framed));

        assertThat(newest()).contains(created);
    }

    @Test
    void theOwnerSaysThatThereIsNone() throws Exception {
        when(here.ownerOf(Context.LINKS, KEY)).thenReturn(host(other));
        when(there.newest(Context.LINKS, KEY)).thenReturn(new NewestEvent.None());

        assertThat(newest()).isEmpty();
    }

    @Test
    void thisNodeNeedsNoConnectionToAskItself() throws Exception {
        when(here.ownerOf(Context.LINKS, KEY))
                .thenReturn(Optional.of(new HostInfo(SELF.host(), SELF.port())));
        when(here.newest(Context.LINKS, KEY)).thenReturn(new NewestEvent.Found(framed));

        assertThat(newest()).contains(created);
    }

    @Test
    void withoutAnOwnerNothingIsSaid() {
        when(here.ownerOf(Context.LINKS, KEY)).thenReturn(Optional.empty());

        assertThatThrownBy(this::newest).isInstanceOf(ExecutionException.class);
    }

    @Test
    void anOwnerThatIsAwaySaysNothing() {
        when(here.ownerOf(Context.LINKS, KEY))
                .thenReturn(Optional.of(new HostInfo("127.0.0.1", 1)));
        RemoteOwners elsewhere =
                new RemoteOwners(new NodeAddress("127.0.0.1", 2), TRUST, here, IDS);

        assertThatThrownBy(
                        () -> elsewhere.newest(KEY).toCompletableFuture().get(30, TimeUnit.SECONDS))
                .isInstanceOf(ExecutionException.class);
        elsewhere.close();
    }

    @Test
    void anOwnerWithAnUnreadableStoreIsSilent() {
        DisposableServer restoring = server(TRUST.token(), unreadable());
        when(here.ownerOf(Context.LINKS, KEY)).thenReturn(host(restoring));

        assertThatThrownBy(this::newest).hasMessageContaining("status 503");
        restoring.disposeNow();
    }

    @Test
    void anOwnerThatIsNotRestoredSaysNothing() {
        restored = false;
        when(here.ownerOf(Context.LINKS, KEY)).thenReturn(host(other));
        when(there.newest(Context.LINKS, KEY)).thenReturn(new NewestEvent.None());

        assertThatThrownBy(this::newest).hasMessageContaining("status 503");
    }

    @Test
    void aNodeWithAnUnreadableStoreIsSilent() {
        LocalAggregates restoring = spy(unreadable());
        doReturn(Optional.of(new HostInfo(SELF.host(), SELF.port())))
                .when(restoring)
                .ownerOf(Context.LINKS, KEY);

        try (RemoteOwners asking = new RemoteOwners(SELF, TRUST, restoring, IDS)) {
            assertThatThrownBy(() ->
                            asking.newest(KEY).toCompletableFuture().get(30, TimeUnit.SECONDS))
                    .isInstanceOf(ExecutionException.class)
                    .hasMessageContaining("cannot be read");
        }
    }

    @Test
    void anotherInstallationGetsNoAnswer() {
        DisposableServer stranger = server(new NodeToken(new byte[32], InstantSource.system()));
        when(here.ownerOf(Context.LINKS, KEY)).thenReturn(host(stranger));
        when(there.newest(Context.LINKS, KEY)).thenReturn(new NewestEvent.Found(framed));

        assertThatThrownBy(this::newest).hasMessageContaining("status 401");
        stranger.disposeNow();
    }

    private Optional<EventRecord> newest() throws Exception {
        return owners.newest(KEY).toCompletableFuture().get(30, TimeUnit.SECONDS);
    }

    private static Optional<HostInfo> host(DisposableServer server) {
        return Optional.of(new HostInfo("127.0.0.1", server.port()));
    }

    /** As while the store is restored, or just after its partition has gone to another node. */
    private static LocalAggregates unreadable() {
        KafkaStreams streams = mock(KafkaStreams.class);
        when(streams.store(any())).thenThrow(new InvalidStateStoreException("not available"));
        return new LocalAggregates(
                () -> streams, new Partitions(4), mock(PartitionTakeovers.class));
    }

    private DisposableServer server(NodeToken token) {
        return server(token, there);
    }

    private DisposableServer server(NodeToken token, LocalAggregates aggregates) {
        return HttpServer.create()
                .host("127.0.0.1")
                .port(0)
                .secure(spec -> spec.sslContext(tls()))
                .handle(
                        new ReactorHttpHandlerAdapter(
                                RouterFunctions.toHttpHandler(
                                        new OwnerRoutes(token, aggregates, () -> restored)
                                                .routes())))
                .bindNow();
    }

    private static SslContext tls() {
        return new JdkSslContext(
                TRUST.tls(),
                false,
                null,
                IdentityCipherSuiteFilter.INSTANCE,
                ApplicationProtocolConfig.DISABLED,
                ClientAuth.NONE,
                null,
                false);
    }
}
