package io.postrider.api.messaging;

import io.postrider.domain.instances.Instance;
import java.util.concurrent.CompletionStage;

/** Keeps calls of providers in the log before they are answered. */
@FunctionalInterface
public interface CallbackLog {

    /**
     * Appends a call.
     *
     * @param body as it was sent
     * @return whether the log has it
     */
    CompletionStage<Boolean> append(Instance instance, byte[] body);
}
