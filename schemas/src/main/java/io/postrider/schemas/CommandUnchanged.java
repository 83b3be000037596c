package io.postrider.schemas;

/** The record of an accepted command without any change in the topic of settlements. */
public record CommandUnchanged(String commandType) {}
