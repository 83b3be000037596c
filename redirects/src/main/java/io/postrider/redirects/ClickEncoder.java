package io.postrider.redirects;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.postrider.domain.links.PreviewAgents;
import io.postrider.schemas.RawClick;
import org.jspecify.annotations.Nullable;

/**
 * Writes raw clicks of one lane as {@code ValueCodec.rawClicks} would, without creating a {@link RawClick}: the parts that are
 * constant for the lane and for the link are copied, and only the rest is encoded.
 */
final class ClickEncoder {

    private static final int USER_AGENT_BYTES_MAX = PreviewAgents.LENGTH_MAX;
    private static final int REFERRER_BYTES_MAX = 1024;
    private static final int ACCEPT_LANGUAGE_BYTES_MAX = 256;
    private static final int PURPOSE_BYTES_MAX = 64;
    private static final int USUAL_BYTES = 8192;

    private final byte[] lanePart;
    private final AvroBuffer buffer = new AvroBuffer(USUAL_BYTES);

    /**
     * An encoder for one lane.
     *
     * @param prefix bytes in front of every value of the topic
     */
    ClickEncoder(byte[] prefix, String node, int lane) {
        this.lanePart = new AvroBuffer(64).raw(prefix).text(node).number(lane).copy();
    }

    /**
     * Encodes one click; the result is valid until the next one.
     *
     * @param link the part that the clicks on a link have in common
     */
    AvroBuffer encode(long sequence, byte[] link, RedirectRequest visit) {
        HttpHeaders headers = visit.headers();
        buffer.clear();
        buffer.raw(lanePart).number(sequence).number(visit.now()).raw(link);
        buffer.present().bytes(visit.address());
        header(headers.get(HttpHeaderNames.USER_AGENT), USER_AGENT_BYTES_MAX);
        header(headers.get(HttpHeaderNames.REFERER), REFERRER_BYTES_MAX);
        header(headers.get(HttpHeaderNames.ACCEPT_LANGUAGE), ACCEPT_LANGUAGE_BYTES_MAX);
        header(visit.purpose(), PURPOSE_BYTES_MAX);
        buffer.present().ascii(visit.requestId(), visit.requestId().length());
        String traceparent = visit.traceparent();
        if (traceparent == null) {
            buffer.absent();
        } else {
            buffer.present().ascii(traceparent, traceparent.length());
        }
        return buffer;
    }

    private void header(@Nullable String value, int bytesMax) {
        if (value == null) {
            buffer.absent();
            return;
        }
        int count = Math.min(value.length(), bytesMax);
        buffer.present();
        if (HeaderText.isAscii(value, count)) {
            buffer.ascii(value, count);
        } else {
            buffer.bytes(HeaderText.utf8(value, bytesMax));
        }
    }
}
