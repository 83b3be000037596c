package io.postrider.runtime.reads;

import io.postrider.runtime.log.ConsistencyToken;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One question to the read models.
 *
 * @param name what is asked, one of the constants of {@link Questions}
 * @param workspace whose data is asked for; nothing of any other is ever answered
 * @param tenant whose share of the reads it takes
 * @param parameters ids, filters, {@code limit} and {@code cursor}, as the caller sent them
 * @param token how far the view must have come; null for as far as it is
 * @param patience how long to wait for that
 */
public record ReadQuestion(
        String name,
        String workspace,
        String tenant,
        Map<String, String> parameters,
        @Nullable ConsistencyToken token,
        Duration patience) {
    public ReadQuestion {
        parameters = Map.copyOf(parameters);
    }

    /** A question of a workspace that is a tenant by itself. */
    public ReadQuestion(
            String name,
            String workspace,
            Map<String, String> parameters,
            @Nullable ConsistencyToken token,
            Duration patience) {
        this(name, workspace, workspace, parameters, token, patience);
    }
}
