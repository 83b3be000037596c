package io.postrider.outbound.delivery;

import io.postrider.schemas.Attempt;
import io.postrider.schemas.Delivery;
import java.util.Optional;

/**
 * What a delivery engine sends by. All calls come from the stream thread of a partition.
 *
 * @param <L> the receiver that a lane leads to, such as a webhook endpoint
 */
public interface Channel<L> {

    /** The receiver of a lane; empty if there is none any more, so that its deliveries are dropped. */
    Optional<L> receiver(String lane);

    /** Whether deliveries to a receiver may start. Those that may not are kept. */
    boolean isOpen(L receiver);

    /** The rate of a receiver that takes any number of attempts. */
    int UNLIMITED = Integer.MAX_VALUE;

    /**
     * Since when a receiver is failing as it is, so that one attempt at a time looks whether it has recovered; 0 if it is not
     * failing. After a later time the next attempt waits for no pause.
     */
    default long failingSince(L receiver) {
        return 0;
    }

    /** How many attempts of a receiver may start in one second. */
    default int perSecond(L receiver) {
        return UNLIMITED;
    }

    /** The key of a receiver each of whose deliveries waits for the one before it. */
    String ONE_KEY = "";

    /** Whether deliveries to a receiver wait for others. */
    default boolean isOrdered(L receiver) {
        return false;
    }

    /**
     * The key of a delivery: those with the same one are attempted one at a time, in the order of their creation, and one that is
     * repeated later holds up those behind it. Empty if it waits for no other.
     */
    default Optional<String> orderKey(Delivery delivery, L receiver) {
        return Optional.empty();
    }

    /**
     * When a delivery has its turn, which is asked once for each, and is counted. Until then the delivery waits, and holds up
     * no other.
     */
    default long turn(Delivery delivery, L receiver, long nowMillis) {
        return nowMillis;
    }

    /** Whether a lane shares no permits with the others, since what it leads to may take long. */
    default boolean isAside(String lane) {
        return false;
    }

    /** Starts one attempt and returns at once; never throws. The outcome comes back through the attempt topic alone. */
    void attempt(Delivery delivery, L receiver, int number);

    /**
     * Whether an attempt whose outcome was lost is made again. Where it is not, {@link #attempt} writes {@link
     * Attempt#STARTED} before it calls the receiver.
     */
    default boolean repeats() {
        return true;
    }

    /** Ends a delivery whose attempt was started and has no outcome: appends {@link Attempt#UNKNOWN}. */
    default void abandon(Delivery delivery, int number) {}

    /** How much of a lane may wait. */
    default Backlog backlog() {
        return Backlog.UNBOUNDED;
    }

    /**
     * Ends a delivery that the {@link #backlog} has no room for, without an attempt: appends {@link Attempt#EXHAUSTED} with the
     * reason as error.
     */
    default void discard(Delivery delivery, int number, String reason) {}

    /** Hears how many deliveries of a partition of this process have not ended. */
    default void load(int partition, PartitionLoad load) {}

    /** Hears of an outcome that was read back and is not a retry. One may be told more than once. */
    void ended(Attempt attempt);

    /** Whether the outcome of an attempt says something about its receiver. */
    default boolean isOfReceiver(Attempt attempt) {
        return true;
    }
}
