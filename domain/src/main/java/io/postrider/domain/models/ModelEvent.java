package io.postrider.domain.models;

/** What has happened to a model or a connection; each carries the whole of it as it was from then on. */
public sealed interface ModelEvent {

    /** What has happened to a model. */
    sealed interface OfModel extends ModelEvent {

        /** The model after the change. */
        Model model();
    }

    /** What has happened to a connection. */
    sealed interface OfConnection extends ModelEvent {

        /** The connection after the change. */
        ModelConnection connection();
    }

    /** A model was created. */
    record ModelCreated(Model model) implements OfModel {}

    /** Some fields were changed. */
    record ModelUpdated(Model model) implements OfModel {}

    /** A model was deleted; its alias is free again. */
    record ModelDeleted(Model model) implements OfModel {}

    /** A connection was created. */
    record ConnectionCreated(ModelConnection connection) implements OfConnection {}

    /** Some fields were changed. */
    record ConnectionUpdated(ModelConnection connection) implements OfConnection {}

    /** A connection was deleted. */
    record ConnectionDeleted(ModelConnection connection) implements OfConnection {}
}
