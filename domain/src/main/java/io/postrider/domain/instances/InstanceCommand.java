package io.postrider.domain.instances;

import io.postrider.domain.kernel.Edit;
import org.jspecify.annotations.Nullable;

/** Commands to instances. */
public sealed interface InstanceCommand {

    /** The workspace that asks. */
    String workspace();

    /** Creates an instance. */
    record CreateInstance(Instance instance) implements InstanceCommand {
        @Override
        public String workspace() {
            return instance.workspace();
        }
    }

    /** Changes some fields of an instance. */
    record UpdateInstance(String workspace, InstancePatch patch) implements InstanceCommand, Edit {
        @Override
        public boolean bringsText() {
            return Edit.anyText(patch.name(), patch.config(), patch.secrets(), patch.metadata());
        }
    }

    /** Connects an instance that is not connected. */
    record ConnectInstance(String workspace) implements InstanceCommand {}

    /** Pauses an instance: its messages wait until it is resumed. */
    record PauseInstance(String workspace) implements InstanceCommand {}

    /** Connects a paused instance again. */
    record ResumeInstance(String workspace) implements InstanceCommand {}

    /** Connects an instance anew in any state. */
    record RestartInstance(String workspace) implements InstanceCommand {}

    /** Disconnects an instance and erases its secrets. */
    record LogOutInstance(String workspace) implements InstanceCommand {}

    /**
     * Records the state that the provider reports.
     *
     * @param epoch the number of the connection that the report is about
     */
    record ReportInstance(
            String workspace, long epoch, InstanceState state, @Nullable String reason)
            implements InstanceCommand {}

    /**
     * Records a notice of the provider that no other command records.
     *
     * @param field the provider's name of the notice
     * @param value the notice as JSON, as ciphertext under the workspace's data key
     */
    record RecordNotice(String workspace, String field, String value) implements InstanceCommand {}

    /** Deletes an instance. */
    record DeleteInstance(String workspace) implements InstanceCommand {}
}
