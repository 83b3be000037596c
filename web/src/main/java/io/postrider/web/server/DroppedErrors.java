package io.postrider.web.server;

import io.netty.channel.ChannelException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.web.util.DisconnectedClientHelper;
import reactor.core.publisher.Hooks;

/**
 * Handles Reactor's dropped errors. Clients that disconnect cause them at will, so these are not logged, and any other error is
 * logged in one line.
 */
public final class DroppedErrors {

    private static final Logger LOGGER = LoggerFactory.getLogger(DroppedErrors.class);

    private DroppedErrors() {}

    /** Replaces Reactor's own handler, which logs every error with its stack trace; for the whole process. */
    public static void install() {
        Hooks.onErrorDropped(DroppedErrors::note);
    }

    private static void note(Throwable failure) {
        boolean clients =
                failure instanceof ChannelException
                        || DisconnectedClientHelper.isClientDisconnectedException(failure);
        (clients ? LOGGER.atDebug() : LOGGER.atWarn())
                .addKeyValue("exception", failure.getClass().getName())
                .setCause(LOGGER.isDebugEnabled() ? failure : null)
                .log("An error occurred after the end of its request");
    }
}
