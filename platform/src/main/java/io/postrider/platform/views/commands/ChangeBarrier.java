package io.postrider.platform.views.commands;

/**
 * Waits until all changes of resources made before an event was read are known. A change applies to every event accepted after
 * its response, and events and changes are in different partitions.
 */
@FunctionalInterface
public interface ChangeBarrier {

    /**
     * Returns once every change that was in the log at the time of this call is known.
     *
     * @throws org.apache.kafka.common.KafkaException if that does not come about in time
     */
    void await();
}
