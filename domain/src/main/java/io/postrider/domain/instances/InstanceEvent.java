package io.postrider.domain.instances;

import io.postrider.domain.kernel.ResourceEvent;

/** Events of instances; each carries the instance after the change. */
public sealed interface InstanceEvent extends ResourceEvent<Instance> {

    /** The instance after the change. */
    Instance instance();

    @Override
    default Instance resource() {
        return instance();
    }

    /** An instance was created. */
    record InstanceCreated(Instance instance) implements InstanceEvent {}

    /** Some fields of an instance were changed. */
    record InstanceUpdated(Instance instance) implements InstanceEvent {}

    /** The state of an instance changed. */
    record InstanceStateChanged(Instance instance) implements InstanceEvent {}

    /**
     * The provider sent a notice about an instance.
     *
     * @param field the provider's name of the notice
     * @param value the notice as JSON, as ciphertext under the workspace's data key
     */
    record InstanceNotice(Instance instance, String field, String value) implements InstanceEvent {}

    /** An instance was deleted. */
    record InstanceDeleted(Instance instance) implements InstanceEvent {
        @Override
        public boolean deletes() {
            return true;
        }
    }
}
