package io.postrider.models;

import io.postrider.domain.models.Model;
import io.postrider.platform.hashes.Sha256;
import io.postrider.schemas.json.Json;
import io.postrider.web.problem.ApiResponse;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.http.codec.ServerSentEvent;
import reactor.core.publisher.Flux;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The built-in model: it repeats the last message without a network, so that examples have the same result everywhere. A word
 * with the blanks around it is a token.
 */
final class Echo {

    private static final Pattern TOKEN = Pattern.compile("\\s*\\S+\\s*|\\s+");
    private static final int PIECES_MAX = 64;

    private final InstantSource clock;

    Echo(InstantSource clock) {
        this.clock = clock;
    }

    ApiResponse answer(CompletionRequest request) {
        Said said = said(request);
        return request.stream()
                ? streamed(request, said)
                : ProviderAnswers.answer(whole(request, said));
    }

    /**
     * The text of the answer. Its tokens are counted and not kept, since a text of two megabytes has a million of them.
     *
     * @param id id of the completion, derived from the request
     * @param finish reason of its end
     */
    private record Said(String id, String text, int tokens, String finish) {}

    private static Said said(CompletionRequest request) {
        String text =
                request.messages()
                        .filter(message -> message.path("role").asString("").equals("user"))
                        .reduce((_, last) -> last)
                        .map(CompletionRequest::text)
                        .orElse("");
        String id = "chatcmpl-" + digest(request);
        Integer max = request.tokensMax();
        Matcher token = TOKEN.matcher(text);
        int tokens = 0;
        while (token.find()) {
            if (max != null && tokens == max) {
                return new Said(id, text.substring(0, token.start()), tokens, "length");
            }
            tokens++;
        }
        return new Said(id, text, tokens, "stop");
    }

    private static int tokens(String text) {
        Matcher token = TOKEN.matcher(text);
        int tokens = 0;
        while (token.find()) {
            tokens++;
        }
        return tokens;
    }

    private ObjectNode whole(CompletionRequest request, Said said) {
        ObjectNode body = head(said, "chat.completion");
        ObjectNode choice = body.putArray("choices").addObject().put("index", 0);
        choice.putObject("message")
                .put("role", "assistant")
                .put("content", said.text())
                .putNull("refusal");
        choice.putNull("logprobs").put("finish_reason", said.finish());
        body.set("usage", usage(request, said));
        return body;
    }

    private ApiResponse streamed(CompletionRequest request, Said said) {
        List<ObjectNode> chunks = new ArrayList<>();
        chunks.add(chunk(said, Json.object().put("role", "assistant").put("content", ""), null));
        pieces(said)
                .forEach(piece ->
                        chunks.add(chunk(said, Json.object().put("content", piece), null)));
        chunks.add(chunk(said, Json.object(), said.finish()));
        if (request.includesUsage()) {
            ObjectNode last = head(said, "chat.completion.chunk");
            last.putArray("choices");
            last.set("usage", usage(request, said));
            chunks.add(last);
        }
        Flux<ServerSentEvent<String>> events =
                Flux.fromIterable(chunks)
                        .map(CompletionEvents::of)
                        .concatWithValues(CompletionEvents.DONE);
        return CompletionEvents.stream(events, _ -> {});
    }

    /** One token each, or several of a long text. */
    private static List<String> pieces(Said said) {
        int size = Math.max(1, Math.ceilDiv(said.tokens(), PIECES_MAX));
        List<String> pieces = new ArrayList<>();
        Matcher token = TOKEN.matcher(said.text());
        int from = 0;
        for (int count = 1; token.find(); count++) {
            if (count % size == 0 || count == said.tokens()) {
                pieces.add(said.text().substring(from, token.end()));
                from = token.end();
            }
        }
        return pieces;
    }

    private ObjectNode chunk(Said said, ObjectNode delta, @Nullable String finish) {
        ObjectNode body = head(said, "chat.completion.chunk");
        ObjectNode choice = body.putArray("choices").addObject().put("index", 0);
        choice.set("delta", delta);
        choice.putNull("logprobs").put("finish_reason", finish);
        return body;
    }

    private ObjectNode head(Said said, String object) {
        return Json.object()
                .put("id", said.id())
                .put("object", object)
                .put("created", clock.instant().getEpochSecond())
                .put("model", Model.BUILT_IN);
    }

    private static ObjectNode usage(CompletionRequest request, Said said) {
        int prompt =
                request.messages()
                        .mapToInt(message -> tokens(CompletionRequest.text(message)))
                        .sum();
        int completion = said.tokens();
        return Json.object()
                .put("prompt_tokens", prompt)
                .put("completion_tokens", completion)
                .put("total_tokens", prompt + completion);
    }

    private static String digest(CompletionRequest request) {
        String messages =
                request.messages().map(JsonNode::toString).collect(Collectors.joining("\n"));
        return Sha256.hex(messages.getBytes(StandardCharsets.UTF_8), 12);
    }
}
