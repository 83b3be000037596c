package io.postrider.messaging.gateway;

import io.postrider.domain.messages.MessageError;
import java.time.Duration;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** The outcome of one call of a provider. */
sealed interface SendOutcome {

    /**
     * The provider answered.
     *
     * @param status of HTTP
     * @param outcome that the answer stands for
     */
    record Answered(int status, SendOutcome outcome) implements SendOutcome {}

    /**
     * The provider carried out the operation.
     *
     * @param told the ids that the provider gave
     */
    record Done(ObjectNode told) implements SendOutcome {}

    /** The provider refused for good. */
    record Failed(MessageError error) implements SendOutcome {}

    /** The provider refused the access token. Nothing was done, and the call waits until the instance is connected anew. */
    record Unauthorized(MessageError error) implements SendOutcome {}

    /** Nothing was done, and the call may be repeated. */
    record Again(MessageError error, Optional<Duration> after) implements SendOutcome {}

    /** The provider was called and may have done it. */
    record Unknown(String reason) implements SendOutcome {}
}
