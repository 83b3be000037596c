package io.postrider.schemas.catalogue;

/** The way in which a filter of a list matches an indexed value. */
public enum Match {
    EXACT,
    PREFIX,
    TIME,
    TEXT
}
