package io.postrider.gateway;

import io.postrider.domain.messages.MessageError;
import java.time.Duration;
import java.util.Optional;

/** The outcome of one attempt to send a message. */
sealed interface SendOutcome {

    /** The provider took the message. */
    record Submitted(String providerId) implements SendOutcome {}

    /** The provider refused the message for good. */
    record Failed(MessageError error) implements SendOutcome {}

    /** The message was not taken and may be sent again. */
    record Again(MessageError error, Optional<Duration> after) implements SendOutcome {}

    /** The provider was called and may have taken the message. */
    record Unknown(String reason) implements SendOutcome {}
}
