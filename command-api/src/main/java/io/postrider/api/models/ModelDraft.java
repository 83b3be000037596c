package io.postrider.api.models;

import io.postrider.domain.kernel.Metadata;
import io.postrider.domain.models.Model;
import io.postrider.domain.models.Model.ModelDefaults;
import io.postrider.domain.models.ModelPatch;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a caller wants of a model, new or changed.
 *
 * @param changed the fields that are given
 * @param metadata entries without a value are to be removed
 */
record ModelDraft(
        List<String> changed,
        Optional<String> alias,
        Optional<String> connectionId,
        Optional<String> upstreamModel,
        Optional<String> displayName,
        ModelDefaults defaults,
        Optional<Integer> contextWindow,
        Map<String, Optional<String>> metadata) {

    ModelDraft {
        changed = List.copyOf(changed);
    }

    Model model(String workspace, Instant now) {
        return new Model(
                alias.orElseThrow(),
                workspace,
                connectionId.orElseThrow(),
                upstreamModel.orElseThrow(),
                displayName.orElse(null),
                defaults,
                contextWindow.orElse(null),
                Metadata.values(metadata),
                now,
                now);
    }

    /** The change as the log takes it. */
    ModelPatch patch() {
        return new ModelPatch(
                changed,
                connectionId.orElse(null),
                upstreamModel.orElse(null),
                displayName.orElse(null),
                defaults,
                contextWindow.orElse(null),
                Metadata.values(metadata));
    }
}
