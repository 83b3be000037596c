package io.postrider.webhooks.sending;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import reactor.netty.http.client.HttpClientResponse;

/**
 * What has arrived of one answer so far.
 *
 * <p>Written by the connection's event loop, and read by the timer's thread when the deadline passes: hence synchronized.
 */
final class ResponseRecord {

    private final AttemptSettings settings;
    private final ByteArrayOutputStream excerpt = new ByteArrayOutputStream();
    private @Nullable Head head;
    private int interimStatus;
    private long bytes;

    ResponseRecord(AttemptSettings settings) {
        this.settings = settings;
    }

    private record Head(int status, List<ReceivedResponse.Field> fields, List<String> retryAfter) {}

    /** A 1xx answer, which another should follow. */
    synchronized void interim(int status) {
        interimStatus = status;
    }

    synchronized void head(HttpClientResponse response) {
        HttpHeaders headers = response.responseHeaders();
        List<ReceivedResponse.Field> fields =
                headers.entries().stream()
                        .map(field -> ResponseText.field(field.getKey(), field.getValue()))
                        .toList();
        head =
                new Head(
                        response.status().code(),
                        fields,
                        List.copyOf(headers.getAll(HttpHeaderNames.RETRY_AFTER)));
    }

    /** Takes a piece of the body, and says whether that is all that will be read. */
    synchronized boolean full(ByteBuf piece) {
        bytes += piece.readableBytes();
        int kept = Math.min(settings.excerptBytesMax() - excerpt.size(), piece.readableBytes());
        byte[] begin = new byte[kept];
        piece.getBytes(piece.readerIndex(), begin);
        excerpt.writeBytes(begin);
        return bytes >= settings.responseBytesMax();
    }

    /** The answer as far as it has come; nothing before its head. */
    synchronized Optional<ReceivedResponse> response() {
        Head known = head;
        if (known == null) {
            return Optional.empty();
        }
        ResponseText.Excerpt begin =
                ResponseText.excerpt(
                        excerpt.toByteArray(), bytes > excerpt.size(), settings.excerptBytesMax());
        return Optional.of(
                new ReceivedResponse(
                        known.status(), known.fields(), begin.text(), begin.truncated()));
    }

    /** The last 1xx answer, where no other followed it. */
    synchronized Optional<ReceivedResponse> interimOnly() {
        return head == null && interimStatus > 0
                ? Optional.of(new ReceivedResponse(interimStatus, List.of(), "", false))
                : Optional.empty();
    }

    synchronized List<String> retryAfter() {
        Head known = head;
        return known == null ? List.of() : known.retryAfter();
    }
}
