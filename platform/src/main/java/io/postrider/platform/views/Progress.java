package io.postrider.platform.views;

/**
 * The progress of a view, or of an application's stores, to the end of the log.
 *
 * @param applied log positions passed since the start
 * @param total log positions between the start and the last known end; 0 while the end is unknown
 * @param caughtUp whether the ends read at the start were reached
 */
public record Progress(long applied, long total, boolean caughtUp) {

    /** The progress of two parts of a start together; one that has caught up does not count any more. */
    public static Progress ofOpen(Progress a, Progress b) {
        Progress first = a.open();
        Progress second = b.open();
        return new Progress(
                first.applied + second.applied,
                first.total + second.total,
                first.caughtUp && second.caughtUp);
    }

    private Progress open() {
        return caughtUp ? new Progress(0, 0, true) : this;
    }
}
