package io.postrider.outbound.egress;

/** The answer to whether a URL may be stored as a target. */
public sealed interface TargetCheck {

    /** It may, in this canonical form. */
    record Accepted(TargetUrl target) implements TargetCheck {}

    /**
     * It may not.
     *
     * @param code stable, for programs
     * @param detail a sentence for people, free of the URL's own text
     */
    record Refused(String code, String detail) implements TargetCheck {}
}
