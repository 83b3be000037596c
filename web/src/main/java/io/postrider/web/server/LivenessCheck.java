package io.postrider.web.server;

/** One part of this process that only a new process can replace; asked on an event loop. */
public interface LivenessCheck {

    /** Whether the part runs, or will without a new process. */
    boolean alive();
}
