package io.postrider.api.models;

import io.postrider.api.http.Answer;
import io.postrider.domain.models.Model;
import io.postrider.schemas.json.Json;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.codec.ServerSentEvent;
import reactor.core.publisher.Flux;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The built-in model: it says what it was told last, without a network, so that whoever tries things out gets the same
 * answer everywhere. A word with the blanks around it is a token.
 */
final class Echo {

    private static final Pattern TOKEN = Pattern.compile("\\s*\\S+\\s*|\\s+");
    private static final int PIECES_MAX = 64;

    private final InstantSource clock;

    Echo(InstantSource clock) {
        this.clock = clock;
    }

    Answer answer(CompletionRequest request) {
        Said said = said(request);
        return request.stream()
                ? streamed(request, said)
                : ProviderAnswers.answer(whole(request, said));
    }

    /** What is answered, token by token, and why it ends. */
    private record Said(List<String> tokens, String finish) {}

    private static Said said(CompletionRequest request) {
        List<String> tokens =
                tokens(
                        request.messages()
                                .filter(message -> message.path("role").asString("").equals("user"))
                                .reduce((_, last) -> last)
                                .map(CompletionRequest::text)
                                .orElse(""));
        Integer max = request.tokensMax();
        return max == null || tokens.size() <= max
                ? new Said(tokens, "stop")
                : new Said(tokens.subList(0, max), "length");
    }

    private static List<String> tokens(String text) {
        return TOKEN.matcher(text).results().map(MatchResult::group).toList();
    }

    private ObjectNode whole(CompletionRequest request, Said said) {
        ObjectNode body = head(request, "chat.completion");
        ObjectNode choice = body.putArray("choices").addObject().put("index", 0);
        choice.putObject("message")
                .put("role", "assistant")
                .put("content", String.join("", said.tokens()))
                .putNull("refusal");
        choice.putNull("logprobs").put("finish_reason", said.finish());
        body.set("usage", usage(request, said));
        return body;
    }

    private Answer streamed(CompletionRequest request, Said said) {
        List<ObjectNode> chunks = new ArrayList<>();
        chunks.add(chunk(request, Json.object().put("role", "assistant").put("content", ""), null));
        pieces(said.tokens())
                .forEach(piece ->
                        chunks.add(chunk(request, Json.object().put("content", piece), null)));
        chunks.add(chunk(request, Json.object(), said.finish()));
        if (request.includesUsage()) {
            ObjectNode last = head(request, "chat.completion.chunk");
            last.putArray("choices");
            last.set("usage", usage(request, said));
            chunks.add(last);
        }
        Flux<ServerSentEvent<String>> events =
                Flux.fromIterable(chunks).map(SentEvents::of).concatWithValues(SentEvents.DONE);
        return SentEvents.stream(events);
    }

    /** A token each, or several where there are many. */
    private static List<String> pieces(List<String> tokens) {
        int size = Math.max(1, Math.ceilDiv(tokens.size(), PIECES_MAX));
        return Stream.iterate(0, from -> from < tokens.size(), from -> from + size)
                .map(from -> tokens.subList(from, Math.min(tokens.size(), from + size)))
                .map(some -> String.join("", some))
                .toList();
    }

    private ObjectNode chunk(CompletionRequest request, ObjectNode delta, @Nullable String finish) {
        ObjectNode body = head(request, "chat.completion.chunk");
        ObjectNode choice = body.putArray("choices").addObject().put("index", 0);
        choice.set("delta", delta);
        choice.putNull("logprobs").put("finish_reason", finish);
        return body;
    }

    private ObjectNode head(CompletionRequest request, String object) {
        return Json.object()
                .put("id", "chatcmpl-" + digest(request))
                .put("object", object)
                .put("created", clock.instant().getEpochSecond())
                .put("model", Model.BUILT_IN);
    }

    private static ObjectNode usage(CompletionRequest request, Said said) {
        int prompt =
                request.messages()
                        .mapToInt(message -> tokens(CompletionRequest.text(message)).size())
                        .sum();
        int completion = said.tokens().size();
        return Json.object()
                .put("prompt_tokens", prompt)
                .put("completion_tokens", completion)
                .put("total_tokens", prompt + completion);
    }

    private static String digest(CompletionRequest request) {
        String messages =
                request.messages().map(JsonNode::toString).collect(Collectors.joining("\n"));
        try {
            byte[] hash =
                    MessageDigest.getInstance("SHA-256")
                            .digest(messages.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash, 0, 12);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
