package io.postrider.domain.kernel;

/**
 * The state of an aggregate that is created, changed and deleted.
 *
 * @param <T> the resource
 */
public sealed interface Lifecycle<T> {

    /** The aggregate has no history. */
    record None<T>() implements Lifecycle<T> {}

    /** The resource exists. */
    record Present<T>(T value) implements Lifecycle<T> {}

    /** The resource was deleted. */
    record Deleted<T>(T value) implements Lifecycle<T> {}

    /** The state after an event of the resource. */
    static <T extends Resource> Lifecycle<T> after(ResourceEvent<T> event) {
        return event.deletes() ? new Deleted<>(event.resource()) : new Present<>(event.resource());
    }
}
