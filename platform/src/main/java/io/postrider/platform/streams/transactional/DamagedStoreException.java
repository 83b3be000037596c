package io.postrider.platform.streams.transactional;

import io.postrider.platform.views.ProjectionStoreException;
import org.apache.kafka.streams.errors.InvalidStateStoreException;

/**
 * The files of a state store are damaged. It ends the thread, whose open transaction is aborted; the next one restores the store from
 * its changelog. A TaskCorruptedException would keep the thread, but then Kafka Streams commits what the task has sent without the
 * offsets of its records.
 */
final class DamagedStoreException extends InvalidStateStoreException {

    DamagedStoreException(ProjectionStoreException damage) {
        super(damage.getMessage(), damage);
    }
}
