package io.postrider.web.server;

/** The liveness of a part of this process that only a new process can replace; called on an event loop. */
public interface LivenessCheck {

    /** Whether the part runs, or will run without a new process. */
    boolean alive();
}
