package io.postrider.domain.automation;

import io.postrider.domain.kernel.Edit;
import java.util.List;

/** Commands to connections of rules. */
public sealed interface HttpConnectionCommand {

    /** The workspace that asks. */
    String workspace();

    /** Creates a connection. */
    record CreateHttpConnection(HttpConnection connection) implements HttpConnectionCommand {
        @Override
        public String workspace() {
            return connection.workspace();
        }
    }

    /**
     * Changes some fields of a connection.
     *
     * @param changed the names of the changed fields
     * @param values a connection with the new values
     */
    record UpdateHttpConnection(String workspace, List<String> changed, HttpConnection values)
            implements HttpConnectionCommand, Edit {
        public UpdateHttpConnection {
            changed = List.copyOf(changed);
        }

        @Override
        public boolean bringsText() {
            return !changed.isEmpty();
        }
    }

    /** Deletes a connection. */
    record DeleteHttpConnection(String workspace) implements HttpConnectionCommand {}
}
