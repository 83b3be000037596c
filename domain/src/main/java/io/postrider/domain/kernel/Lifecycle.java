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

    /**
     * Whether a resource can be created under its ID.
     *
     * @param named whether the ID follows from a name, which a workspace can use again after it deleted the resource
     */
    static <T extends Resource> boolean isFree(Lifecycle<T> state, T resource, boolean named) {
        return switch (state) {
            case None<T> _ -> true;
            case Present<T> _ -> false;
            case Deleted<T>(T before) -> named && before.workspace().equals(resource.workspace());
        };
    }
}
