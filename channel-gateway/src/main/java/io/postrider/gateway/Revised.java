package io.postrider.gateway;

import io.postrider.domain.messages.Message;
import io.postrider.domain.messages.MessageCommand.ReviseMessage;
import io.postrider.domain.messages.Revision;
import io.postrider.gateway.CallbackParser.News;
import io.postrider.schemas.Callback;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What an edit or a revocation makes of a message that was received before.
 *
 * @param message the id of that message
 */
record Revised(String message, ReviseMessage command) {

    /** The change of the original; empty for any other news, and where the original is not known. */
    static Optional<Revised> of(
            Callback call, News.Inbound inbound, ProviderIds known, Secrets secrets) {
        JsonNode said = inbound.content().path(inbound.type());
        boolean revokes = inbound.type().equals("revoke");
        if (!revokes && !inbound.type().equals("edit")) {
            return Optional.empty();
        }
        String provided = said.path("original_message_id").asString("");
        // A message that was sent from here has another id, and is not changed by its receiver.
        Optional<String> original =
                known.find(call.instance(), provided)
                        .filter(Message.receivedId(call.instance(), provided)::equals);
        if (revokes || original.isEmpty()) {
            return original.map(id -> revised(call, inbound, id, null));
        }
        return CallbackParser.edited(said)
                .flatMap(content -> secrets.sealed(call.workspace(), original.get(), content))
                .map(sealed -> revised(call, inbound, original.get(), sealed));
    }

    private static Revised revised(
            Callback call, News.Inbound inbound, String original, @Nullable String content) {
        return new Revised(
                original,
                new ReviseMessage(
                        call.workspace(),
                        new Revision(inbound.providerId(), content, inbound.at())));
    }
}
