package io.postrider.domain.models;

import io.postrider.domain.kernel.FieldError;
import io.postrider.domain.kernel.Metadata;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A workspace's own name for a model of some provider, as it is after some change.
 *
 * @param alias what callers ask for; it never has a slash, which proxies would mangle in a path
 * @param upstreamModel what the provider calls it
 * @param contextWindow how many tokens it takes, as far as the workspace knows
 */
public record Model(
        String alias,
        String workspace,
        String connectionId,
        String upstreamModel,
        @Nullable String displayName,
        ModelDefaults defaults,
        @Nullable Integer contextWindow,
        Map<String, String> metadata,
        Instant createdAt,
        Instant updatedAt) {

    /** The model that every workspace has, without any connection; its name is not given away. */
    public static final String BUILT_IN = "echo-1";

    private static final Pattern ALIAS = Pattern.compile("[a-z0-9][a-z0-9._:-]{0,63}");

    public Model {
        metadata = Map.copyOf(metadata);
    }

    /**
     * What a request is given where it does not say otherwise.
     *
     * @param system what the model is told first
     */
    public record ModelDefaults(
            @Nullable String system, @Nullable Double temperature, @Nullable Integer maxTokens) {

        /** Nothing. */
        public static final ModelDefaults NONE = new ModelDefaults(null, null, null);
    }

    /** Whether a text can be the name of a model. */
    public static boolean isAlias(String text) {
        return ALIAS.matcher(text).matches();
    }

    /** The key of the aggregate: of one name in a workspace there is one model. */
    public static String keyOf(String workspace, String alias) {
        return workspace + "/" + alias;
    }

    /** The key of the aggregate. */
    public String key() {
        return keyOf(workspace, alias);
    }

    Model touchedAt(Instant at) {
        return new Model(
                alias,
                workspace,
                connectionId,
                upstreamModel,
                displayName,
                defaults,
                contextWindow,
                metadata,
                createdAt,
                at);
    }

    List<FieldError> errors() {
        return Metadata.errors(metadata);
    }
}
