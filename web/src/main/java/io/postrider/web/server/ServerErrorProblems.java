package io.postrider.web.server;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.postrider.web.problem.Problem;
import java.util.HashMap;
import java.util.Objects;
import reactor.netty.channel.ChannelOperations;
import reactor.netty.http.server.HttpServerRequest;

/**
 * Adds a problem to responses that the server makes before any handler sees the request: for a head that is too large, too
 * slow, malformed or ambiguous, or a malformed target.
 */
@Sharable
final class ServerErrorProblems extends ChannelOutboundHandlerAdapter {

    private final ProblemWriter problems;
    private final RequestId requestIds;

    ServerErrorProblems(ProblemWriter problems, RequestId requestIds) {
        this.problems = problems;
        this.requestIds = requestIds;
    }

    @Override
    public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise)
            throws Exception {
        if (message instanceof FullHttpResponse response && isBareError(response)) {
            FullHttpResponse explained = explained(response, target(ctx.channel()));
            response.release();
            super.write(ctx, explained, promise);
        } else {
            super.write(ctx, message, promise);
        }
    }

    /** The last response of a connection without another handler. */
    FullHttpResponse last(HttpResponseStatus status) {
        return explained(ConnectionTimeouts.last(status), "");
    }

    private static boolean isBareError(FullHttpResponse response) {
        return response.status().code() >= 400
                && response.content().readableBytes() == 0
                && !response.headers().contains(RequestId.HEADER);
    }

    /** The target of the current request; empty if it could not be read yet. */
    private static String target(Channel channel) {
        return ChannelOperations.get(channel) instanceof HttpServerRequest request
                ? request.uri()
                : "";
    }

    private FullHttpResponse explained(FullHttpResponse bare, String target) {
        String requestId = requestIds.of(new HashMap<>());
        byte[] body =
                Objects.requireNonNull(
                        problems.reply(problem(bare.status().code(), target), "/", requestId)
                                .body());
        FullHttpResponse response =
                new DefaultFullHttpResponse(
                        bare.protocolVersion(), bare.status(), Unpooled.wrappedBuffer(body));
        response.headers()
                .add(bare.headers())
                .set(HttpHeaderNames.CONTENT_TYPE, "application/problem+json")
                .set(HttpHeaderNames.CONTENT_LENGTH, body.length)
                .set(HttpHeaderNames.CACHE_CONTROL, "no-store")
                .set("X-Content-Type-Options", "nosniff")
                .set(RequestId.HEADER, requestId);
        RateLimitHeaders.ANONYMOUS.forEach(response.headers()::set);
        return response;
    }

    private static Problem problem(int status, String target) {
        return switch (status) {
            case 400 -> MalformedTarget.problem(target).orElseGet(() -> malformed(status));
            case 408 ->
                    Problem.of(
                            408, "request_timeout", "The request headers did not arrive in time.");
            case 413 -> Problem.of(413, "body_too_large", "The body is too large.");
            case 414 -> Problem.of(414, "url_too_long", "The URL is too long.");
            case 431 -> Problem.of(431, "headers_too_large", "The headers are too large.");
            default -> malformed(status);
        };
    }

    private static Problem malformed(int status) {
        return Problem.of(status, "malformed_request", "The request is not valid HTTP.");
    }
}
