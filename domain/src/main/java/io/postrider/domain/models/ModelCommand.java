package io.postrider.domain.models;

/** What can be asked of a model, or of a connection to a provider. */
public sealed interface ModelCommand {

    /** The workspace that asks; what belongs to another one is as good as unknown. */
    String workspace();

    /**
     * Take a name for a provider's model.
     *
     * @param connected whether there was such a connection when it was asked
     */
    record CreateModel(Model model, boolean connected) implements ModelCommand {
        @Override
        public String workspace() {
            return model.workspace();
        }
    }

    /** Change some of a model's fields. */
    record UpdateModel(String workspace, ModelPatch patch) implements ModelCommand {}

    /** Give a name back. */
    record DeleteModel(String workspace) implements ModelCommand {}

    /** Remember the way to a provider. */
    record CreateConnection(ModelConnection connection) implements ModelCommand {
        @Override
        public String workspace() {
            return connection.workspace();
        }
    }

    /** Change some of a connection's fields. */
    record UpdateConnection(String workspace, ConnectionPatch patch) implements ModelCommand {}

    /** Forget the way to a provider; models that led there lead nowhere. */
    record DeleteConnection(String workspace) implements ModelCommand {}
}
