package io.postrider.platform.reads;

import io.postrider.platform.offsets.ConsistencyToken;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A query to the read models.
 *
 * @param name name of the query, one of the constants of {@link QueryNames}
 * @param workspace workspace whose data is queried; the result contains no other data
 * @param tenant tenant whose share of reads it uses
 * @param parameters ids, filters, {@code limit} and {@code cursor}, as the caller sent them
 * @param token minimum position of the view; null for none
 * @param longest maximum wait for that position
 * @param part null for the whole answer
 */
public record Query(
        String name,
        String workspace,
        String tenant,
        Map<String, String> parameters,
        @Nullable ConsistencyToken token,
        Duration longest,
        @Nullable Part part) {
    public Query {
        parameters = Map.copyOf(parameters);
    }

    /**
     * The requested part of a result.
     *
     * @param partitions the partitions that the part is made of
     * @param standby whether standby replicas answer, which may lack the newest changes
     */
    public record Part(Set<Integer> partitions, boolean standby) {
        public Part {
            partitions = Set.copyOf(partitions);
        }
    }

    /** A question for a whole answer. */
    public Query(
            String name,
            String workspace,
            String tenant,
            Map<String, String> parameters,
            @Nullable ConsistencyToken token,
            Duration longest) {
        this(name, workspace, tenant, parameters, token, longest, null);
    }

    /** A question of a workspace that is a tenant by itself. */
    public Query(
            String name,
            String workspace,
            Map<String, String> parameters,
            @Nullable ConsistencyToken token,
            Duration longest) {
        this(name, workspace, workspace, parameters, token, longest);
    }

    /** Another question with the same parameters. */
    public Query named(String other) {
        return new Query(other, workspace, tenant, parameters, token, longest, part);
    }

    /** The same question without a token. */
    public Query withoutToken() {
        return new Query(name, workspace, tenant, parameters, null, Duration.ZERO, part);
    }

    /** The question for a part of the answer. */
    public Query of(Part asked) {
        return new Query(name, workspace, tenant, parameters, token, longest, asked);
    }
}
