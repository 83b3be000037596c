package io.postrider.schemas;

/** The record that a command leaves in the topic of settlements when it was accepted without any change. */
public record CommandUnchanged(String commandType) {}
