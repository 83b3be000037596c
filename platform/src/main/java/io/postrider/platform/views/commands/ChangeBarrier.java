package io.postrider.platform.views.commands;

/**
 * Makes sure that resources are known as far as they had been changed when an event was read. A change applies to every
 * event that is accepted after its answer, and events and changes travel through different partitions.
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
