package io.postrider.web.server;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import java.time.Duration;
import java.util.function.Supplier;
import reactor.netty.NettyPipeline;

/** The timeouts of a connection that the HTTP server has no setting for. */
public final class ConnectionTimeouts {

    private ConnectionTimeouts() {}

    /**
     * Adds them to a new connection.
     *
     * @param head the time in which the head of a request must be complete
     * @param write the time in which the client must read some of the waiting bytes
     */
    public static void add(Channel channel, Duration head, Duration write) {
        add(channel, head, write, () -> last(HttpResponseStatus.REQUEST_TIMEOUT));
    }

    /** The same with another response to a head that is not complete in time. */
    static void add(
            Channel channel, Duration head, Duration write, Supplier<FullHttpResponse> late) {
        channel.pipeline()
                .addBefore(
                        NettyPipeline.HttpCodec,
                        "head-deadline",
                        new RequestHeadTimeoutHandler(head, late))
                // Redirects do not pass it: they are small, and their writes stay without a
                // listener.
                .addAfter(
                        NettyPipeline.HttpTrafficHandler,
                        "write-timeout",
                        new WriteTimeoutHandler(write));
    }

    /** The last response of a connection, without a body. */
    static FullHttpResponse last(HttpResponseStatus status) {
        FullHttpResponse bare =
                new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, status, Unpooled.EMPTY_BUFFER);
        bare.headers()
                .set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE)
                .set(HttpHeaderNames.CONTENT_LENGTH, 0);
        return bare;
    }
}
