package io.postrider.web.server;

/** A condition that must hold before this process can serve; called on an event loop, so it must not block. */
public interface ReadinessCheck {

    /** The state of the check. */
    State state();

    /**
     * The state of a check.
     *
     * @param detail progress or error in a few words
     */
    record State(String name, boolean ready, String detail) {}
}
