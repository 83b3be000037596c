package io.postrider.messaging.gateway;

import io.postrider.domain.messages.MessageCommand.ReviseMessage;
import io.postrider.domain.messages.Revision;
import io.postrider.messaging.gateway.CallbackParser.News;
import io.postrider.messaging.gateway.ProviderIds.Named;
import io.postrider.schemas.Callback;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The effect of an edit or a revocation on a message. */
final class MessageEdits {

    private MessageEdits() {}

    /** The message that an edit or a revocation is about; empty for any other news, and where it is not known. */
    static Optional<Named> original(Callback call, News.Inbound inbound, ProviderIds known) {
        boolean revises = inbound.type().equals("edit") || inbound.type().equals("revoke");
        return revises
                ? known.named(
                        call.instance(),
                        inbound.content()
                                .path(inbound.type())
                                .path("original_message_id")
                                .asString(""))
                : Optional.empty();
    }

    /** The command to the message; empty if it is of no known type, or the workspace has no data key. */
    static Optional<ReviseMessage> of(
            Callback call, News.Inbound inbound, String message, Secrets secrets) {
        if (inbound.type().equals("revoke")) {
            return Optional.of(revised(call, inbound, null));
        }
        return CallbackParser.edited(inbound.content().path(inbound.type()))
                .flatMap(content -> secrets.sealed(call.workspace(), message, content))
                .map(sealed -> revised(call, inbound, sealed));
    }

    private static ReviseMessage revised(
            Callback call, News.Inbound inbound, @Nullable String content) {
        return new ReviseMessage(
                call.workspace(), new Revision(inbound.providerId(), content, inbound.at()));
    }
}
