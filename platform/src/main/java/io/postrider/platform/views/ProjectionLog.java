package io.postrider.platform.views;

import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.Producer;

/** The log as a runner sees it: something to read with, and something to ask. */
interface ProjectionLog {

    Consumer<byte[], byte[]> consumer();

    LogProbe probe();

    /** For dead letters. */
    Producer<byte[], byte[]> producer();
}
