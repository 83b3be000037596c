package io.postrider.outbound.http;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;

/**
 * Tells the {@link ConnectionUse} of answers, and takes 1xx ones out of the stream: Reactor Netty would take 103 Early Hints for the
 * answer itself.
 */
final class InterimResponses extends ChannelInboundHandlerAdapter {

    private boolean withinInterim;

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        if (message instanceof HttpResponse response) {
            withinInterim = isInterim(response);
            ConnectionUse.hear(ctx.channel(), response.status().code(), withinInterim);
        }
        if (!withinInterim) {
            ctx.fireChannelRead(message);
            return;
        }
        ReferenceCountUtil.release(message);
        if (message instanceof LastHttpContent) {
            withinInterim = false;
            // The handlers above have not seen a message, so they do not request a read.
            ctx.read();
        }
    }

    private static boolean isInterim(HttpResponse response) {
        return response.decoderResult().isSuccess()
                && response.status().codeClass() == HttpStatusClass.INFORMATIONAL
                && !response.status().equals(HttpResponseStatus.SWITCHING_PROTOCOLS);
    }
}
