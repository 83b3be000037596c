package io.postrider.models;

import io.postrider.web.problem.ApiResponse;
import java.io.ByteArrayInputStream;
import java.io.InputStreamReader;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.springframework.http.MediaType;
import tools.jackson.databind.node.ObjectNode;

/** Converts responses of providers: a completion, or a piece of one, under the requested model name. */
final class ProviderAnswers {

    private ProviderAnswers() {}

    /** A whole completion. */
    static ApiResponse whole(byte[] body, ProviderRequest call) {
        // A strict decoder, which does not replace malformed bytes.
        var text =
                new InputStreamReader(
                        new ByteArrayInputStream(body), StandardCharsets.UTF_8.newDecoder());
        try {
            return answer(
                    CompletionCopy.of(text, sizeHint(body.length, call), call.alias()).json());
        } catch (ProviderException e) {
            return e.problem();
        }
    }

    static ApiResponse answer(ObjectNode completion) {
        return answer(SurrogateSafeJson.bytes(completion));
    }

    private static ApiResponse answer(byte[] completion) {
        return new ApiResponse.Reply(200, completion, MediaType.APPLICATION_JSON, Map.of(), false);
    }

    /** A piece of a completion. */
    static CompletionCopy.Copied piece(String text, ProviderRequest call) {
        return CompletionCopy.of(
                new StringReader(text), sizeHint(text.length(), call), call.alias());
    }

    private static int sizeHint(int length, ProviderRequest call) {
        return length + call.alias().length();
    }
}
