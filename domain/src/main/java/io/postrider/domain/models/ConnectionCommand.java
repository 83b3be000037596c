package io.postrider.domain.models;

import io.postrider.domain.kernel.Edit;

/** Commands on a connection to a provider of models. */
public sealed interface ConnectionCommand {

    /** The workspace that asks; a connection of another workspace counts as unknown. */
    String workspace();

    /** Create a connection. */
    record CreateConnection(ModelConnection connection) implements ConnectionCommand {
        @Override
        public String workspace() {
            return connection.workspace();
        }
    }

    /** Change some fields. */
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

    /** Delete the connection; models that use it stop working. */
    record DeleteConnection(String workspace) implements ConnectionCommand {}
}
