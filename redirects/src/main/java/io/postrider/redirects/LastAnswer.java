package io.postrider.redirects;

import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import java.util.concurrent.TimeUnit;

/** The answer with which a connection ends. */
final class LastAnswer {

    private static final long LINGER_SECONDS = 2;

    private LastAnswer() {}

    /**
     * Whether the response to a request is the last of its connection. It is if the client waits for 100 Continue before it
     * sends a body: it may then send the body or omit it, and the following bytes would be ambiguous. After a malformed
     * request, the start of the next request is unknown.
     */
    static boolean isFor(HttpRequest request) {
        return !HttpUtil.isKeepAlive(request)
                || HttpUtil.is100ContinueExpected(request)
                || request.decoderResult().isFailure();
    }

    /** Sends it, and closes the connection once the client has it. */
    @SuppressWarnings(
            "FutureReturnValueIgnored") // The listener handles the result; the caller could not do
    // anything.
    static void send(ChannelHandlerContext ctx, HttpRequest request, FullHttpResponse response) {
        response.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
        ChannelFutureListener then =
                maySendMore(request) ? written -> linger(ctx) : ChannelFutureListener.CLOSE;
        ctx.writeAndFlush(response).addListener(then);
    }

    private static boolean maySendMore(HttpRequest request) {
        return request.decoderResult().isFailure()
                || HttpUtil.isTransferEncodingChunked(request)
                || HttpUtil.isContentLengthSet(request);
    }

    /**
     * Closes the sending direction first and reads for a while: if unread bytes remained, the system would reset the
     * connection, and the client might never see the response (RFC 9112, section 9.6).
     */
    @SuppressWarnings("FutureReturnValueIgnored") // As above.
    private static void linger(ChannelHandlerContext ctx) {
        if (ctx.channel() instanceof DuplexChannel channel && channel.isActive()) {
            channel.shutdownOutput();
            ctx.executor().schedule(() -> ctx.close(), LINGER_SECONDS, TimeUnit.SECONDS);
            ctx.read();
        } else {
            ctx.close();
        }
    }
}
