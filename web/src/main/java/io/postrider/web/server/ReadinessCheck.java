package io.postrider.web.server;

/** One thing that this process needs before it can serve; asked on an event loop, so it only tells what it knows. */
public interface ReadinessCheck {

    /** Where it stands. */
    State state();

    /**
     * Where a check stands.
     *
     * @param detail how far it is, or what is wrong, in a few words
     */
    record State(String name, boolean ready, String detail) {}
}
