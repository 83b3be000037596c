package io.postrider.systemtests.faults;

import java.util.Arrays;
import java.util.List;

/**
 * One request as the ledger has it.
 *
 * @param number 1, 2, 3 in the order of the intents
 * @param kind what was asked for
 * @param subject what it was asked for: a link's target, an id, a name
 * @param detail what sets it apart from others of its kind and subject
 * @param begunAt the ledger's line of the intent
 * @param endedAt the line of the outcome, or a number beyond all lines
 * @param status of the answer; 0 where none came
 * @param answer what was kept of the answer, parted by spaces
 */
record Act(
        long number,
        Kind kind,
        String subject,
        String detail,
        long begunAt,
        long endedAt,
        int status,
        String answer) {

    /** The kinds of requests. */
    enum Kind {
        CREATE_LINK,
        EDIT_LINK,
        DELETE_LINK,
        VISIT,
        CREATE_KEY,
        USE_KEY,
        REVOKE_KEY,
        CREATE_WEBHOOK
    }

    /** Whether the request was confirmed. */
    boolean done() {
        return status >= 200 && status < 400;
    }

    /** Whether the outcome is unknown: without a response, or with one that says so. */
    boolean unknown() {
        return status == 0 || status == 504;
    }

    /** Whether this request was answered before the other one was sent. */
    boolean before(Act other) {
        return endedAt < other.begunAt;
    }

    /** A part of the answer. */
    String answered(int part) {
        List<String> parts = Arrays.asList(answer.split(" ", -1));
        return parts.get(part);
    }
}
