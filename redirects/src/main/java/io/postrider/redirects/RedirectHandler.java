package io.postrider.redirects;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import io.opentelemetry.api.trace.Span;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Answers one connection's requests for short links and passes all others to the next handlers.
 *
 * <p>Responses leave in the order of their requests: a request for a link waits while an earlier one is still with the next
 * handlers, and everything waits for an asynchronous response of this handler. The waiting requests are limited by one read,
 * since nothing more is read meanwhile. The server's channels never read automatically, so the handler that consumes a message
 * requests the next: this handler for its own, the next handlers for theirs.
 */
final class RedirectHandler extends ChannelDuplexHandler {

    private static final int BODY_BYTES_MAX = 64 << 10;

    private final RedirectRequests visits;
    private final RedirectCounts counts;
    private final RedirectTrace traces;
    private final byte[] peer;
    private final Deque<Object> waiting = new ArrayDeque<>(2);

    /** Requests that the next handlers have not answered yet. */
    private int passedOn;

    /** Whether a response of this handler is pending. */
    private boolean holding;

    /** Whether the body being received belongs to a request of this handler. */
    private boolean keeping;

    /** Whether further input is ignored. */
    private boolean dropping;

    /** Whether the connection ends after the pending responses. */
    private boolean closing;

    private boolean informational;
    private boolean flushDue;
    private boolean readDue;
    private long bodyBytes;

    /** @param peer the address at the other end, 4 or 16 bytes */
    RedirectHandler(
            RedirectRequests visits, RedirectCounts counts, RedirectTrace traces, byte[] peer) {
        this.traces = traces;
        this.visits = visits;
        this.counts = counts;
        this.peer = peer;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        if (!waiting.isEmpty() || mustWait(message)) {
            waiting.add(message);
        } else {
            take(ctx, message);
        }
    }

    private boolean mustWait(Object message) {
        return holding
                || (passedOn > 0
                        && message instanceof HttpRequest request
                        && RedirectRequests.path(request) != null);
    }

    private void take(ChannelHandlerContext ctx, Object message) {
        if (message instanceof HttpRequest request) {
            dropping |= closing;
            SlugPath path = dropping ? null : RedirectRequests.path(request);
            keeping = path != null;
            if (path != null) {
                keep(ctx, request, path);
                return;
            }
            passedOn++;
        }
        if (dropping) {
            readDue = true;
            ReferenceCountUtil.release(message);
        } else if (keeping) {
            keepBody(ctx, message);
        } else {
            ctx.fireChannelRead(message);
        }
    }

    private void keep(ChannelHandlerContext ctx, HttpRequest request, SlugPath path) {
        long began = System.nanoTime();
        readDue = true;
        bodyBytes = 0;
        closing = LastAnswer.isFor(request);
        Span span = traces.begin(request);
        give(
                ctx,
                request,
                began,
                span,
                visits.answer(request, path, peer, traces.traceparent(span)));
    }

    private void give(
            ChannelHandlerContext ctx,
            HttpRequest request,
            long began,
            Span span,
            RedirectResponse answer) {
        switch (answer) {
            case RedirectResponse.Now(FullHttpResponse response) -> {
                traces.end(span, response);
                send(ctx, request, response);
                counts.took(began);
            }
            case RedirectResponse.Later(var next) -> {
                holding = true;
                next.whenComplete((give, failure) ->
                        ctx.executor()
                                .execute(() -> resume(ctx, request, began, span, give, failure)));
            }
        }
    }

    private void resume(
            ChannelHandlerContext ctx,
            HttpRequest request,
            long began,
            Span span,
            @Nullable Supplier<RedirectResponse> next,
            @Nullable Throwable failure) {
        holding = false;
        if (next == null) {
            traces.fail(span, failure);
            ctx.fireExceptionCaught(failure);
            return;
        }
        try {
            give(ctx, request, began, span, next.get());
            drain(ctx);
        } catch (RuntimeException e) {
            traces.fail(span, e);
            // A bug ends the connection just as if it had shown while reading.
            ctx.fireExceptionCaught(e);
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // A failed write has no receiver.
    private void send(ChannelHandlerContext ctx, HttpRequest request, FullHttpResponse response) {
        if (!ctx.channel().isActive()) {
            response.release();
            return;
        }
        if (closing) {
            dropping = true;
            LastAnswer.send(ctx, request, response);
            return;
        }
        if (!request.protocolVersion().isKeepAliveDefault()) {
            response.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.KEEP_ALIVE);
        }
        ctx.write(response, ctx.voidPromise());
        flushDue = true;
    }

    /** Discards the body of a request that was answered without it, unless it is endless or malformed. */
    @SuppressWarnings("FutureReturnValueIgnored") // A closed channel needs no action.
    private void keepBody(ChannelHandlerContext ctx, Object message) {
        readDue = true;
        if (message instanceof HttpContent content) {
            bodyBytes += content.content().readableBytes();
            if (content.decoderResult().isFailure() || bodyBytes > BODY_BYTES_MAX) {
                dropping = true;
                flushIfDue(ctx);
                ctx.close();
            }
        }
        ReferenceCountUtil.release(message);
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        flushIfDue(ctx);
        ctx.fireChannelReadComplete();
        readOnIfDue(ctx);
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        readOnIfDue(ctx);
        ctx.fireChannelWritabilityChanged();
    }

    /** The next handlers read for themselves; a client that reads no responses is not read any more. */
    private void readOnIfDue(ChannelHandlerContext ctx) {
        if (readDue && passedOn == 0 && ctx.channel().isWritable()) {
            read(ctx);
        }
    }

    private void flushIfDue(ChannelHandlerContext ctx) {
        if (flushDue) {
            flushDue = false;
            ctx.flush();
        }
    }

    @Override
    public void read(ChannelHandlerContext ctx) {
        readDue = holding || !waiting.isEmpty();
        if (!readDue) {
            ctx.read();
        }
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // The promise is the writer's.
    public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
        if (message instanceof HttpResponse response) {
            informational = response.status().codeClass() == HttpStatusClass.INFORMATIONAL;
            closing |= !informational && !HttpUtil.isKeepAlive(response);
        }
        ctx.write(message, promise);
        if (message instanceof LastHttpContent && !informational && passedOn > 0) {
            passedOn--;
            if (passedOn == 0 && !waiting.isEmpty()) {
                // Not within the write call, whose own state is incomplete.
                ctx.executor().execute(() -> drain(ctx));
            }
        }
    }

    private void drain(ChannelHandlerContext ctx) {
        if (!ctx.channel().isActive()) {
            releaseWaiting();
            return;
        }
        while (!waiting.isEmpty() && !mustWait(waiting.element())) {
            take(ctx, waiting.remove());
        }
        flushIfDue(ctx);
        if (readDue && ctx.channel().isWritable()) {
            read(ctx);
        }
    }

    /** Also runs after the end of a connection. */
    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        releaseWaiting();
    }

    private void releaseWaiting() {
        waiting.forEach(ReferenceCountUtil::release);
        waiting.clear();
    }
}
