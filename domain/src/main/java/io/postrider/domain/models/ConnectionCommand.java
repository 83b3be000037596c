package io.postrider.domain.models;

import io.postrider.domain.kernel.Edit;

/** Commands on a connection to a provider of models. */
public sealed interface ConnectionCommand {

    /** The workspace that asks; a connection of another workspace counts as unknown. */
    String workspace();

    /** Creates a connection. */
    record CreateConnection(ModelConnection connection) implements ConnectionCommand {
        @Override
        public String workspace() {
            return connection.workspace();
        }
    }

    /** Changes some fields of a connection. */
    record UpdateConnection(String workspace, ConnectionPatch patch)
            implements ConnectionCommand, Edit {
        @Override
        public boolean bringsText() {
            return Edit.anyText(
                    patch.name(),
                    patch.baseUrl(),
                    patch.headers(),
                    patch.apiKey(),
                    patch.metadata());
        }
    }

    /** Deletes a connection; its models stop working. */
    record DeleteConnection(String workspace) implements ConnectionCommand {}
}
