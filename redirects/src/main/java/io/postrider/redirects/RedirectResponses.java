package io.postrider.redirects;

import static java.util.Objects.requireNonNull;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpHeadersFactory;
import io.netty.handler.codec.http.EmptyHttpHeaders;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpHeadersFactory;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.util.AsciiString;
import io.postrider.web.problem.Problem;
import io.postrider.web.server.ProblemWriter;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Builds the responses to requests for short links. */
final class RedirectResponses {

    private static final AsciiString REQUEST_ID = AsciiString.cached("x-request-id");
    private static final AsciiString CONTENT_TYPE_OPTIONS =
            AsciiString.cached("x-content-type-options");
    private static final AsciiString NOSNIFF = AsciiString.cached("nosniff");
    private static final AsciiString REFERRER_POLICY = AsciiString.cached("referrer-policy");
    private static final AsciiString PRIVATE_NO_STORE = AsciiString.cached("private, no-store");
    private static final AsciiString ZERO = AsciiString.cached("0");
    private static final AsciiString PROBLEM_JSON = AsciiString.cached("application/problem+json");
    private static final AsciiString PLAIN_TEXT = AsciiString.cached("text/plain; charset=utf-8");

    /**
     * The default of browsers: the target learns the origin of the page, but not the page, and nothing on the way from https to
     * http.
     */
    private static final AsciiString ORIGIN_ONLY =
            AsciiString.cached("strict-origin-when-cross-origin");

    // Header values are constants or come from a parsed URL, so they need no validation.
    private static final HttpHeadersFactory UNCHECKED =
            DefaultHttpHeadersFactory.headersFactory().withValidation(false);

    private final ProblemWriter problems;

    RedirectResponses(ProblemWriter problems) {
        this.problems = problems;
    }

    /** Sends the visitor somewhere; caches must not answer in our place, whatever the status. */
    static FullHttpResponse redirect(
            RedirectRequest visit, HttpResponseStatus status, CharSequence location) {
        FullHttpResponse response = response(visit, status, Unpooled.EMPTY_BUFFER);
        response.headers()
                .add(HttpHeaderNames.LOCATION, location)
                .add(REFERRER_POLICY, ORIGIN_ONLY)
                .add(HttpHeaderNames.CONTENT_LENGTH, ZERO);
        return response;
    }

    /** An empty response, so that the browser discards the prefetch and requests the link again for the visitor. */
    static FullHttpResponse noContent(RedirectRequest visit) {
        return response(visit, HttpResponseStatus.NO_CONTENT, Unpooled.EMPTY_BUFFER);
    }

    /** A page of the given type. */
    static FullHttpResponse page(RedirectRequest visit, CharSequence contentType, byte[] body) {
        return page(visit, HttpResponseStatus.OK, contentType, body);
    }

    /**
     * A problem, as JSON unless the client prefers text.
     *
     * @param code stable code for programs
     * @param detail sentence for people
     */
    FullHttpResponse problem(
            RedirectRequest visit, HttpResponseStatus status, String code, String detail) {
        if (prefersText(visit.headers().get(HttpHeaderNames.ACCEPT))) {
            byte[] text = (detail + "\n").getBytes(StandardCharsets.UTF_8);
            return page(visit, status, PLAIN_TEXT, text);
        }
        byte[] json =
                problems.reply(
                                Problem.of(status.code(), code, detail),
                                "/" + visit.path().slug(),
                                visit.requestId())
                        .body();
        return page(visit, status, PROBLEM_JSON, requireNonNull(json));
    }

    /** Whether an Accept header contains text and not JSON, as a browser's does. */
    static boolean prefersText(@Nullable String accept) {
        if (accept == null) {
            return false;
        }
        String wanted = accept.toLowerCase(Locale.ROOT);
        return wanted.contains("text/") && !wanted.contains("json");
    }

    private static FullHttpResponse page(
            RedirectRequest visit,
            HttpResponseStatus status,
            CharSequence contentType,
            byte[] body) {
        FullHttpResponse response = response(visit, status, Unpooled.wrappedBuffer(body));
        response.headers()
                .add(HttpHeaderNames.CONTENT_TYPE, contentType)
                .add(HttpHeaderNames.CONTENT_LENGTH, Integer.toString(body.length));
        return response;
    }

    private static FullHttpResponse response(
            RedirectRequest visit, HttpResponseStatus status, ByteBuf content) {
        HttpHeaders headers = UNCHECKED.newHeaders();
        headers.add(HttpHeaderNames.DATE, visit.lane().date(visit.now()))
                .add(REQUEST_ID, visit.requestId())
                .add(HttpHeaderNames.CACHE_CONTROL, PRIVATE_NO_STORE)
                .add(CONTENT_TYPE_OPTIONS, NOSNIFF);
        return new DefaultFullHttpResponse(
                HttpVersion.HTTP_1_1, status, content, headers, EmptyHttpHeaders.INSTANCE);
    }
}
