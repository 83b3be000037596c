package io.postrider.systemtests;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process that is asked to stop accepts no connection, and completes the requests that it has begun. */
@Tag("servers")
class StopTest {

    private static final int PATIENCE_MS = 60_000;
    private static final String BODY = "{\"url\":\"https://www.example.com/last\"}";

    @TempDir Path folder;

    @Test
    void aWriteThatHasBegunIsAnswered() throws Exception {
        try (PostriderProcess node = PostriderProcess.startQuick(folder, Map.of());
                Socket idle = connection(node);
                Socket writing = connection(node);
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            OutputStream request = writing.getOutputStream();
            request.write(
                    """
                    POST /api/v1/links HTTP/1.1
                    Host: localhost:%d
                    Authorization: Bearer %s
                    Content-Type: application/json
                    Content-Length: %d
                    Expect: 100-continue

                    """
                            .formatted(node.port(), node.apiKey(), BODY.length())
                            .replace("\n", "\r\n")
                            .getBytes(US_ASCII));
            // The server has begun to read the request.
            assertThat(writing.getInputStream().readNBytes(12)).asString(US_ASCII).endsWith(" 100");

            Callable<Void> stop =
                    () -> {
                        node.stop();
                        return null;
                    };
            var stopped = threads.submit(stop);
            await().until(() -> !node.listens());
            assertThat(idle.getInputStream().read()).isEqualTo(-1);
            request.write(BODY.getBytes(US_ASCII));

            String answer = new String(writing.getInputStream().readAllBytes(), US_ASCII);
            assertThat(answer).contains("HTTP/1.1 201 ").contains("https://www.example.com/last");
            stopped.get();
        }
    }

    private static Socket connection(PostriderProcess node) throws Exception {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), node.port());
        socket.setSoTimeout(PATIENCE_MS);
        return socket;
    }
}
