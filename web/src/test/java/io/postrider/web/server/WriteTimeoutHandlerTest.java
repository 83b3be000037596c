package io.postrider.web.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.ChannelOption;
import io.postrider.testkit.claims.Verifies;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.netty.DisposableServer;
import reactor.netty.NettyPipeline;
import reactor.netty.http.server.HttpServer;

/** Clients of one large write, which ends only when they have read almost all of it. */
class WriteTimeoutHandlerTest {

    private static final int BUFFER_BYTES = 16 << 10;
    private static final int BODY_BYTES = 1 << 20;
    private static final int PIECE_BYTES = 16 << 10;
    private static final Duration TIMEOUT = Duration.ofMillis(500);

    /** So that reading takes several times as long as the timeout. */
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(40);

    private final CompletableFuture<Void> closed = new CompletableFuture<>();

    private final DisposableServer server =
            HttpServer.create()
                    .host(InetAddress.getLoopbackAddress().getHostAddress())
                    .childOption(ChannelOption.SO_SNDBUF, BUFFER_BYTES)
                    .doOnChannelInit((_, channel, _) ->
                            channel.pipeline()
                                    .addAfter(
                                            NettyPipeline.HttpTrafficHandler,
                                            "write-timeout",
                                            new WriteTimeoutHandler(TIMEOUT)))
                    .doOnConnection(connection -> connection.onDispose(() -> closed.complete(null)))
                    .handle((_, response) ->
                            response.header("Content-Length", Integer.toString(BODY_BYTES))
                                    .sendByteArray(Mono.just(new byte[BODY_BYTES])))
                    .bindNow();

    private final Socket client = new Socket();

    @AfterEach
    void close() throws IOException {
        client.close();
        server.disposeNow();
    }

    private InputStream asked() throws IOException {
        client.setReceiveBufferSize(BUFFER_BYTES);
        client.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()));
        client.setSoTimeout((int) Duration.ofMinutes(1).toMillis());
        client.getOutputStream()
                .write("GET / HTTP/1.1\r\nHost: a\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        return client.getInputStream();
    }

    @Test
    @Verifies("answer-memory")
    void aClientThatReadsSlowlyGetsTheWholeAnswer() throws Exception {
        InputStream in = asked();
        int bytes = 0;
        while (bytes < BODY_BYTES) {
            int count = in.readNBytes(PIECE_BYTES).length;
            assertThat(count).as("of a piece behind byte %d", bytes).isEqualTo(PIECE_BYTES);
            bytes += count;
            // The pace of the client, for which nothing waits.
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    @Test
    @Verifies("answer-memory")
    void aClientThatReadsNothingIsCutOff() throws Exception {
        InputStream in = asked();

        assertThat(in.readNBytes(PIECE_BYTES)).hasSize(PIECE_BYTES);
        closed.get(1, TimeUnit.MINUTES);

        assertThat(in.readAllBytes().length).isLessThan(BODY_BYTES);
    }
}
