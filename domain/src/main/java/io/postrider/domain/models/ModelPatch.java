package io.postrider.domain.models;

import io.postrider.domain.kernel.Metadata;
import io.postrider.domain.models.Model.ModelDefaults;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A partial update of a model: the fields named in changed get the values given here.
 *
 * @param changed the names of changed fields in snake case, as in the public interface; defaults one by one, as {@code
 *     defaults/system}, or all of them as {@code defaults}, and so entries of the metadata, see {@link Metadata}
 */
public record ModelPatch(
        List<String> changed,
        @Nullable String connectionId,
        @Nullable String upstreamModel,
        @Nullable String displayName,
        ModelDefaults defaults,
        @Nullable Integer contextWindow,
        Map<String, String> metadata) {

    public ModelPatch {
        changed = List.copyOf(changed);
        metadata = Map.copyOf(metadata);
    }

    /** The model as it would be; of a blank one, a new model. */
    public Model applyTo(Model model, Instant at) {
        return new Model(
                model.alias(),
                model.workspace(),
                (connectionId != null && has("connection_id"))
                        ? connectionId
                        : model.connectionId(),
                (upstreamModel != null && has("upstream_model"))
                        ? upstreamModel
                        : model.upstreamModel(),
                has("display_name") ? displayName : model.displayName(),
                applyTo(model.defaults()),
                has("context_window") ? contextWindow : model.contextWindow(),
                Metadata.patched(model.metadata(), changed, metadata),
                model.createdAt(),
                at);
    }

    private ModelDefaults applyTo(ModelDefaults present) {
        if (has("defaults")) {
            return defaults;
        }
        return new ModelDefaults(
                has("defaults/system") ? defaults.system() : present.system(),
                has("defaults/temperature") ? defaults.temperature() : present.temperature(),
                has("defaults/max_tokens") ? defaults.maxTokens() : present.maxTokens());
    }

    private boolean has(String field) {
        return changed.contains(field);
    }
}
