package io.postrider.platform.views;

import org.jspecify.annotations.Nullable;

/** The store below the views failed, which is never the fault of a record. */
public final class ProjectionStoreException extends RuntimeException {

    private final Remedy remedy;

    /** The possible remedy. */
    public enum Remedy {
        /** To try again later, because the disk is full. */
        WAIT,
        /** To close the files and open them again. */
        REOPEN,
        /** To start with an empty store, because the files are broken. */
        REBUILD
    }

    public ProjectionStoreException(String message, @Nullable Throwable cause, Remedy remedy) {
        super(message, cause);
        this.remedy = remedy;
    }

    Remedy remedy() {
        return remedy;
    }

    /** Whether the files are broken, so that only a store made anew can be read. */
    public boolean isDamage() {
        return remedy == Remedy.REBUILD;
    }
}
