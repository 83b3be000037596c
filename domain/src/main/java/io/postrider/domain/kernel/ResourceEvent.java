package io.postrider.domain.kernel;

/**
 * An event that makes a version of a resource and carries the whole resource after the change.
 *
 * @param <T> the resource
 */
public interface ResourceEvent<T extends Resource> {

    /** The resource after the change. */
    T resource();

    /** Whether the event deletes the resource. */
    default boolean deletes() {
        return false;
    }
}
