package io.postrider.platform.disk;

/** The level of free space in the data folder; each level permits less than the one before. */
public enum DiskLevel {
    /** Everything. */
    AMPLE,
    /** Work that can wait is suspended: deliveries, the counting of clicks, audit entries of denials, listings. */
    TIGHT,
    /** Only writes that revoke access or admit a click; redirects and reads. */
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
