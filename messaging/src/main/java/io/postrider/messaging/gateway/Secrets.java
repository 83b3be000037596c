package io.postrider.messaging.gateway;

import io.postrider.domain.instances.Instance;
import io.postrider.domain.messages.Message;
import io.postrider.platform.secrets.SecretBox;
import io.postrider.schemas.Callback;
import io.postrider.schemas.json.Json;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Opens and seals the data of the gateway. */
final class Secrets {

    private final SecretBox box;

    Secrets(SecretBox box) {
        this.box = box;
    }

    /** A secret of an instance. */
    Optional<String> of(Instance instance, String name) {
        return Optional.ofNullable(instance.secrets().get(name))
                .flatMap(sealed ->
                        box.open(
                                instance.workspace(),
                                Instance.purpose(instance.id(), name),
                                sealed));
    }

    /** The app secret before the last change, which was sealed under the name that it had. */
    Optional<String> formerAppSecret(Instance instance) {
        return Optional.ofNullable(instance.secrets().get(Instance.FORMER_APP_SECRET))
                .flatMap(sealed ->
                        box.open(
                                instance.workspace(),
                                Instance.purpose(instance.id(), Instance.APP_SECRET),
                                sealed));
    }

    /** The content of a message. */
    Optional<JsonNode> content(String workspace, String message, String sealed) {
        return box.open(workspace, Message.purpose(message), sealed)
                .map(text -> Json.mapper().readTree(text));
    }

    /** The content of a message as ciphertext. */
    Optional<String> sealed(String workspace, String message, JsonNode content) {
        return box.seal(workspace, Message.purpose(message), content.toString());
    }

    /** A text of a workspace. */
    Optional<String> text(String workspace, String purpose, String sealed) {
        return box.open(workspace, purpose, sealed);
    }

    /** A text of a workspace as ciphertext. */
    Optional<String> sealedText(String workspace, String purpose, String text) {
        return box.seal(workspace, purpose, text);
    }

    /** The body of a call. */
    Optional<String> body(Callback call) {
        return box.open(call.workspace(), Callback.purpose(call.instance()), call.body());
    }
}
