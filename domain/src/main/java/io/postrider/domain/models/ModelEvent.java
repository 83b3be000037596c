package io.postrider.domain.models;

import io.postrider.domain.kernel.ResourceEvent;

/** Events of a model; each carries the model after the change. */
public sealed interface ModelEvent extends ResourceEvent<Model> {

    /** The model after the change. */
    Model model();

    @Override
    default Model resource() {
        return model();
    }

    /** A model was created. */
    record ModelCreated(Model model) implements ModelEvent {}

    /** Some fields were changed. */
    record ModelUpdated(Model model) implements ModelEvent {}

    /** A model was deleted; its alias is free again. */
    record ModelDeleted(Model model) implements ModelEvent {
        @Override
        public boolean deletes() {
            return true;
        }
    }
}
