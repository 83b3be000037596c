package io.postrider.models;

/**
 * A model or a connection as this node knows it.
 *
 * @param version of the aggregate
 */
record Versioned<T>(T value, long version) {}
