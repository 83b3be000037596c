package io.postrider.platform.nodes;

import java.util.Locale;

/** The purpose of a request between nodes; a token is valid for one purpose only. */
public enum NodePurpose {
    /** To tell the outcome of a command to the node that waits for it. */
    ANSWERS,

    /** To ask the node that decides on a link for its newest event. */
    LINKS,

    /** To ask a node that keeps read models a question. */
    READS;

    String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
