package io.postrider.dispatch.sending;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.ChannelFuture;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.LastHttpContent;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class LingeringCloseTest {

    private final AtomicInteger lingering = new AtomicInteger();
    private final EmbeddedChannel channel = new EmbeddedChannel(new LingeringClose(lingering));

    @Test
    void beforeTheAnswerIsWholeItClosesAtOnce() {
        assertThat(channel.pipeline().close().isSuccess()).isTrue();
        assertThat(channel.isOpen()).isFalse();
        assertThat(lingering).hasValue(0);
    }

    @Test
    void afterAWholeAnswerThePeerHasASecondToCloseFirst() {
        channel.freezeTime();
        channel.writeInbound(LastHttpContent.EMPTY_LAST_CONTENT);
        ChannelFuture closed = channel.pipeline().close();

        channel.advanceTimeBy(999, TimeUnit.MILLISECONDS);
        channel.runScheduledPendingTasks();
        assertThat(channel.isOpen()).isTrue();
        assertThat(closed.isDone()).isFalse();
        assertThat(lingering).hasValue(1);

        channel.advanceTimeBy(1, TimeUnit.MILLISECONDS);
        channel.runScheduledPendingTasks();
        assertThat(channel.isOpen()).isFalse();
        assertThat(closed.isSuccess()).isTrue();
        assertThat(lingering).hasValue(0);
    }

    @Test
    void whenThePeerClosesFirstNothingIsLeftBehind() {
        channel.writeInbound(LastHttpContent.EMPTY_LAST_CONTENT);
        ChannelFuture closed = channel.pipeline().close();
        channel.unsafe().close(channel.voidPromise());
        channel.runPendingTasks();

        assertThat(closed.isSuccess()).isTrue();
        assertThat(lingering).hasValue(0);
    }

    @Test
    void aPeerThatGoesOnTalkingIsCutOff() {
        channel.writeInbound(LastHttpContent.EMPTY_LAST_CONTENT);
        ChannelFuture closed = channel.pipeline().close();
        channel.writeInbound(LastHttpContent.EMPTY_LAST_CONTENT);

        assertThat(closed.isSuccess()).isTrue();
        assertThat(channel.isOpen()).isFalse();
        assertThat(lingering).hasValue(0);
    }

    @Test
    void onlySoManyConnectionsLinger() {
        lingering.set(2_048);
        channel.writeInbound(LastHttpContent.EMPTY_LAST_CONTENT);

        assertThat(channel.pipeline().close().isSuccess()).isTrue();
        assertThat(lingering).hasValue(2_048);
    }
}
