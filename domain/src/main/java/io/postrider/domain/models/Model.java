package io.postrider.domain.models;

import io.postrider.domain.kernel.FieldError;
import io.postrider.domain.kernel.Metadata;
import io.postrider.domain.kernel.Resource;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A workspace's alias for a provider's model as it is after some change.
 *
 * @param alias the name that requests give; without a slash, which proxies would change in a path
 * @param upstreamModel the provider's name of the model
 * @param contextWindow in tokens; null where the workspace does not state it
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
        Instant updatedAt)
        implements Resource {

    @Override
    public String id() {
        return alias;
    }

    /** The model that every workspace has, without any connection; its name is not given away. */
    public static final String BUILT_IN = "echo-1";

    private static final Pattern ALIAS = Pattern.compile("[a-z0-9][a-z0-9._:-]{0,63}");

    public Model {
        metadata = Map.copyOf(metadata);
    }

    /**
     * The parameters of a request that does not set them.
     *
     * @param system the system prompt
     */
    public record ModelDefaults(
            @Nullable String system, @Nullable Double temperature, @Nullable Integer maxTokens) {

        /** Nothing. */
        public static final ModelDefaults NONE = new ModelDefaults(null, null, null);
    }

    /** A model without anything that a patch can give it. */
    public static Model blank(String alias, String workspace, Instant now) {
        return new Model(
                alias, workspace, "", "", null, ModelDefaults.NONE, null, Map.of(), now, now);
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
    @Override
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
