package io.postrider.platform.disk;

/** What the free space of the data folder leaves room for; each level allows less than the one before. */
public enum DiskLevel {
    /** Everything. */
    AMPLE,
    /** Everything but what can wait: deliveries, the counting of clicks, refusals for the audit, listings. */
    TIGHT,
    /** No writes but those that take access away or admit a click; redirects and reads. */
    LOW,
    /** Redirects into the part of the click spool that is allocated already, and reads. */
    CRITICAL;

    /** Whether work that can wait may write. */
    public boolean backgroundRuns() {
        return this == AMPLE;
    }

    /** Whether any command is taken. */
    public boolean takesWrites() {
        return compareTo(LOW) < 0;
    }

    /** Whether anything may grow at all. */
    public boolean grows() {
        return this != CRITICAL;
    }
}
