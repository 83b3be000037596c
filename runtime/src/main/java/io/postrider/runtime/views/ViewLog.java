package io.postrider.runtime.views;

import org.apache.kafka.clients.consumer.Consumer;

/** The log as a runner sees it: something to read with, and something to ask. */
interface ViewLog {

    Consumer<byte[], byte[]> consumer();

    LogProbe probe();
}
