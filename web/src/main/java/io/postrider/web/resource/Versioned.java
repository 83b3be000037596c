package io.postrider.web.resource;

/**
 * A value of a replica, and the version of its aggregate.
 *
 * @param isUnknown whether there is a newer event that this node cannot read; then operations on the value are rejected
 */
public record Versioned<T>(T value, long version, boolean isUnknown) {

    public Versioned(T value, long version) {
        this(value, version, false);
    }
}
