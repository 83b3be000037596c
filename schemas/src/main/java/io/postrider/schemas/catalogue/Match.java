package io.postrider.schemas.catalogue;

/** The way in which a filter of a list matches an indexed value. */
public enum Match {
    /** The whole value. */
    EXACT,

    /** The whole of any of the values between the commas of the parameter. */
    ANY,

    /** The whole value in any case. */
    CASELESS,

    /** All words of the parameter, each as a word or, from three characters on, as the beginning of one. */
    WORDS
}
