package io.postrider.redirects;

import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.postrider.web.problem.Problem;
import io.postrider.web.server.KeyInUrl;

/** The answers to requests for short links that lead nowhere. */
final class RedirectProblems {

    private static final long RETRY_AFTER_SECONDS = 2;

    private final RedirectResponses answers;
    private final RedirectCounts counts;

    RedirectProblems(RedirectResponses answers, RedirectCounts counts) {
        this.answers = answers;
        this.counts = counts;
    }

    RedirectResponse notFound(RedirectRequest visit) {
        return refused(
                visit,
                RedirectOutcome.NOT_FOUND,
                HttpResponseStatus.NOT_FOUND,
                "link_not_found",
                "No short link has this slug.");
    }

    RedirectResponse expired(RedirectRequest visit) {
        return gone(visit, "link_expired", "This short link has expired.");
    }

    RedirectResponse exhausted(RedirectRequest visit) {
        return gone(visit, "link_exhausted", "This short link has reached its click limit.");
    }

    RedirectResponse deleted(RedirectRequest visit) {
        return gone(visit, "link_deleted", "This short link was deleted.");
    }

    private RedirectResponse gone(RedirectRequest visit, String code, String detail) {
        return refused(visit, RedirectOutcome.GONE, HttpResponseStatus.GONE, code, detail);
    }

    RedirectResponse tooManyMisses(RedirectRequest visit, long waitSeconds) {
        FullHttpResponse response =
                answers.problem(
                        visit,
                        HttpResponseStatus.TOO_MANY_REQUESTS,
                        "too_many_misses",
                        "Too many requests were for short links that do not exist.");
        return retryable(RedirectOutcome.TOO_MANY_MISSES, response, waitSeconds);
    }

    /**
     * A valid request that cannot be answered at the moment.
     *
     * @param code stable, for programs
     */
    RedirectResponse unavailable(RedirectRequest visit, String code, String detail) {
        FullHttpResponse response =
                answers.problem(visit, HttpResponseStatus.SERVICE_UNAVAILABLE, code, detail);
        return retryable(RedirectOutcome.UNAVAILABLE, response, RETRY_AFTER_SECONDS);
    }

    private RedirectResponse retryable(
            RedirectOutcome outcome, FullHttpResponse response, long seconds) {
        response.headers().add(HttpHeaderNames.RETRY_AFTER, Long.toString(seconds));
        return counts.answer(outcome, response);
    }

    RedirectResponse methodRefused(RedirectRequest visit) {
        FullHttpResponse response =
                answers.problem(
                        visit,
                        HttpResponseStatus.METHOD_NOT_ALLOWED,
                        "method_not_allowed",
                        "A short link supports GET and HEAD.");
        response.headers().add(HttpHeaderNames.ALLOW, "GET, HEAD");
        return counts.answer(RedirectOutcome.METHOD_REFUSED, response);
    }

    /** A request that the HTTP decoder could not parse; the requests behind it are lost. */
    RedirectResponse unreadable(RedirectRequest visit, Throwable cause) {
        return switch (cause) {
            case TooLongHttpLineException _ ->
                    badRequest(
                            visit,
                            HttpResponseStatus.REQUEST_URI_TOO_LONG,
                            "uri_too_long",
                            "The request line is too long.");
            case TooLongHttpHeaderException _ ->
                    badRequest(
                            visit,
                            HttpResponseStatus.REQUEST_HEADER_FIELDS_TOO_LARGE,
                            "headers_too_large",
                            "The headers are too large.");
            default ->
                    badRequest(
                            visit,
                            HttpResponseStatus.BAD_REQUEST,
                            "bad_request",
                            "The request is not valid HTTP.");
        };
    }

    RedirectResponse versionRefused(RedirectRequest visit) {
        return badRequest(
                visit,
                HttpResponseStatus.HTTP_VERSION_NOT_SUPPORTED,
                "http_version_not_supported",
                "This server supports HTTP/1.1.");
    }

    RedirectResponse hostRefused(RedirectRequest visit) {
        return badRequest(
                visit,
                HttpResponseStatus.BAD_REQUEST,
                "host_invalid",
                "Expected exactly one host, in one Host header.");
    }

    /** The target must not learn the key, and no log may contain it. */
    RedirectResponse keyInUrl(RedirectRequest visit) {
        Problem problem = KeyInUrl.problem();
        return badRequest(visit, HttpResponseStatus.BAD_REQUEST, problem.code(), problem.detail());
    }

    private RedirectResponse badRequest(
            RedirectRequest visit, HttpResponseStatus status, String code, String detail) {
        return refused(visit, RedirectOutcome.BAD_REQUEST, status, code, detail);
    }

    private RedirectResponse refused(
            RedirectRequest visit,
            RedirectOutcome outcome,
            HttpResponseStatus status,
            String code,
            String detail) {
        return counts.answer(outcome, answers.problem(visit, status, code, detail));
    }
}
