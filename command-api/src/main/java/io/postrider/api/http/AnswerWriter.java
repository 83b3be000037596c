package io.postrider.api.http;

import java.util.List;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.web.reactive.function.BodyInserters;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;

/** Turns answers into responses. */
final class AnswerWriter {

    /** Says to compression, here and on the way, that a secret is shown. */
    static final String SECRET = "no-store, no-transform";

    private final ProblemWriter problems;

    AnswerWriter(ProblemWriter problems) {
        this.problems = problems;
    }

    Mono<ServerResponse> write(ServerRequest request, String requestId, Answer answer) {
        return switch (answer) {
            case Answer.Reply reply -> reply(request, reply);
            case Problem problem ->
                    reply(request, problems.reply(problem, request.uri().getRawPath(), requestId));
            case Answer.Parts parts -> parts(parts);
            case Answer.Stream stream ->
                    ServerResponse.ok()
                            .contentType(MediaType.TEXT_EVENT_STREAM)
                            .header("X-Accel-Buffering", "no")
                            .body(BodyInserters.fromServerSentEvents(stream.events()));
        };
    }

    private static Mono<ServerResponse> reply(ServerRequest request, Answer.Reply reply) {
        ServerResponse.BodyBuilder response = ServerResponse.status(reply.status());
        response.headers(set -> {
            reply.headers().forEach(set::set);
            // What is set here replaces what was told before, but links stand side by side.
            if (set.containsHeader(HttpHeaders.LINK)) {
                told(request).forEach(link -> set.add(HttpHeaders.LINK, link));
            }
            if (reply.secret()) {
                set.set(HttpHeaders.CACHE_CONTROL, SECRET);
            }
        });
        byte[] body = reply.body();
        return body == null
                ? response.build()
                : response.contentType(reply.type()).contentLength(body.length).bodyValue(body);
    }

    private static Mono<ServerResponse> parts(Answer.Parts answer) {
        return ServerResponse.ok()
                .headers(set -> answer.headers().forEach(set::set))
                .contentType(answer.type())
                .contentLength(answer.length())
                .body((response, _) ->
                        response.writeWith(
                                        answer.parts()
                                                .map(part -> response.bufferFactory().wrap(part)))
                                .timeout(Answer.Parts.TIME_MAX)
                                .doFinally(_ -> answer.sent().run()));
    }

    private static List<String> told(ServerRequest request) {
        return request.exchange().getResponse().getHeaders().getOrEmpty(HttpHeaders.LINK);
    }
}
