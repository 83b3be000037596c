package io.postrider.standalone.migrate;

import java.util.List;

/** What is copied of one partition, in its order. */
interface RecordSource extends AutoCloseable {

    /**
     * One step of the copy.
     *
     * @param next the position behind what it is made of
     */
    record Step(long next, List<Moved> records) {
        public Step {
            records = List.copyOf(records);
        }
    }

    /** The next steps; none at the end. */
    List<Step> next();

    /** Whether the order of records belongs to the copy. */
    boolean isOrdered();

    @Override
    void close();
}
