package io.postrider.messaging.api;

import io.postrider.domain.instances.Instance;
import io.postrider.platform.kafka.Append;
import java.util.concurrent.CompletionStage;

/** Keeps calls of providers in the log before they are answered. */
@FunctionalInterface
public interface CallbackLog {

    /**
     * Appends a call.
     *
     * @param body as it was sent
     */
    CompletionStage<Append> append(Instance instance, byte[] body);
}
