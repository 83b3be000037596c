package io.postrider.messaging.api;

import io.postrider.domain.instances.Instance;
import io.postrider.platform.kafka.Append;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Keeps calls of providers in the log before they are answered. */
@FunctionalInterface
public interface CallbackLog {

    /**
     * Appends a call.
     *
     * @param body as it was sent
     */
    CompletionStage<Append> append(Instance instance, byte[] body);

    /**
     * The same as part of a trace.
     *
     * @param traceparent the W3C trace context of the request; null if it belongs to none
     */
    default CompletionStage<Append> append(
            Instance instance, byte[] body, @Nullable String traceparent) {
        return append(instance, body);
    }
}
