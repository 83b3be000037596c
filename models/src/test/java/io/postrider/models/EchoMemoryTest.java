package io.postrider.models;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.postrider.schemas.json.Json;
import java.lang.management.ManagementFactory;
import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

/** The memory of the built-in model for a text of many tokens. */
class EchoMemoryTest {

    private static final int BYTES = 2 << 20;

    private final Echo echo = new Echo(() -> Instant.EPOCH);

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aMillionTokensTakeAFewTimesTheirBytes(boolean stream) {
        ObjectNode body = Json.object().put("model", "echo-1");
        body.putArray("messages")
                .addObject()
                .put("role", "user")
                .put("content", "a ".repeat(BYTES / 2));
        CompletionRequest request = new CompletionRequest("echo-1", body, stream);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();

        assertThat(echo.answer(request)).isNotNull();

        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(20L * BYTES);
    }
}
