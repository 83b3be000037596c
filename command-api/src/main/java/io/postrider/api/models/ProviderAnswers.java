package io.postrider.api.models;

import io.postrider.api.http.Answer;
import io.postrider.schemas.json.Json;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.springframework.http.MediaType;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.node.ObjectNode;

/** Reads what providers answer: a completion, or a piece of one. */
final class ProviderAnswers {

    private ProviderAnswers() {}

    /** A whole completion. */
    static Answer whole(byte[] body, Invocation call) {
        try {
            String text =
                    StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString();
            return answer(completion(text, call));
        } catch (CharacterCodingException e) {
            return ProviderProblems.malformed();
        } catch (ProviderFailed e) {
            return e.problem();
        }
    }

    static Answer answer(ObjectNode completion) {
        return Answer.text(200, PlainJson.of(completion), MediaType.APPLICATION_JSON);
    }

    /** A completion or a piece of one, under the name that the caller asked for. */
    static ObjectNode completion(String text, Invocation call) {
        ObjectNode body = object(text);
        if (body.hasNonNull("error")) {
            throw new ProviderFailed(ProviderProblems.failed("The provider reported a failure."));
        }
        if (!body.path("choices").isArray()) {
            throw new ProviderFailed(ProviderProblems.malformed());
        }
        return body.put("model", call.alias());
    }

    private static ObjectNode object(String text) {
        try {
            if (Json.mapper().readTree(text) instanceof ObjectNode object) {
                return object;
            }
        } catch (JacksonException e) {
            // Falls through: no object is no object.
        }
        throw new ProviderFailed(ProviderProblems.malformed());
    }
}
