package io.postrider.platform.kafka;

/** The result of appending a record. */
public enum Append {

    /** Every replica has it. */
    DONE,

    /** It is larger than the log takes, now and later. */
    TOO_LARGE,

    /** It is not certainly in the log. */
    UNCERTAIN
}
