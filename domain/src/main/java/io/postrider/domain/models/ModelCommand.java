package io.postrider.domain.models;

import io.postrider.domain.kernel.Edit;

/** Commands on a model, a workspace's name for a model of a provider. */
public sealed interface ModelCommand {

    /** The workspace that asks; a model of another workspace counts as unknown. */
    String workspace();

    /**
     * Creates a model.
     *
     * @param connected whether the connection existed at the time of the request
     */
    record CreateModel(Model model, boolean connected) implements ModelCommand {
        @Override
        public String workspace() {
            return model.workspace();
        }
    }

    /** Changes some fields of a model. */
    record UpdateModel(String workspace, ModelPatch patch) implements ModelCommand, Edit {
        @Override
        public boolean bringsText() {
            return Edit.anyText(
                    patch.connectionId(),
                    patch.upstreamModel(),
                    patch.displayName(),
                    patch.defaults().system(),
                    patch.metadata());
        }
    }

    /** Deletes a model; its alias becomes free. */
    record DeleteModel(String workspace) implements ModelCommand {}
}
