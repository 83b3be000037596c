package io.postrider.api.events;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.testkit.claims.Verifies;
import io.postrider.web.server.StreamLimits;
import org.junit.jupiter.api.Test;

class StreamBufferTest {

    private static final int SHARE = StreamLimits.DEFAULT.bufferBytesMax() / 4;

    private final StreamLimits.Open open = new StreamLimits.Open(StreamLimits.DEFAULT);

    @Test
    @Verifies("workspace-shares")
    void theStreamsOfOneKeyLeaveRoomForThoseOfOtherKeys() {
        for (int i = 0; i < StreamLimits.DEFAULT.perKeyMax(); i++) {
            StreamLimits.Buffer unread = open.buffer("usr_1");
            for (boolean room = true; room; ) {
                room = unread.take(1_000);
            }
        }

        StreamLimits.Buffer other = open.buffer("usr_1");
        assertThat(other.take(SHARE / 16)).isTrue();
        assertThat(other.take(1)).isFalse();
    }

    @Test
    void anEventThatIsLargerThanTheBufferOfAStreamIsTakenAlone() {
        StreamLimits.Buffer buffer = open.buffer("usr_1");

        assertThat(buffer.take(SHARE)).isTrue();
        assertThat(buffer.take(1)).isFalse();
        buffer.release(SHARE);
        assertThat(buffer.take(1)).isTrue();
    }
}
