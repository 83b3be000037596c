package io.postrider.schemas;

import org.jspecify.annotations.Nullable;

/** The record of a rejected command in the topic of settlements. */
public record CommandRejected(String commandType, String code, @Nullable String detail) {}
