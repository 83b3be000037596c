package io.postrider.domain.models;

/** Where a name of a model, or a connection, stands. */
public sealed interface ModelState {

    /** There is neither. */
    record Unknown() implements ModelState {}

    /** The name stands for a model. */
    record Named(Model model) implements ModelState {}

    /** The name stood for a model once. */
    record Unnamed(Model model) implements ModelState {}

    /** The connection exists. */
    record Connected(ModelConnection connection) implements ModelState {}

    /** The connection was deleted. */
    record Disconnected(ModelConnection connection) implements ModelState {}
}
