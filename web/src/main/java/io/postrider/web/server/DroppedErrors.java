package io.postrider.web.server;

import io.netty.channel.ChannelException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.web.util.DisconnectedClientHelper;
import reactor.core.publisher.Hooks;

/**
 * Hears of errors that come when nobody listens any more. Clients who go away, or stop, cause them as often as they like,
 * so these are not worth a line, and no other is worth more than one.
 */
public final class DroppedErrors {

    private static final Logger LOGGER = LoggerFactory.getLogger(DroppedErrors.class);

    private DroppedErrors() {}

    /** Takes the place of Reactor's own listener, which logs every error with its stack trace; for the whole process. */
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
