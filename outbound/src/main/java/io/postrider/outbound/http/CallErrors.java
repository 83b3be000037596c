package io.postrider.outbound.http;

import io.netty.channel.ConnectTimeoutException;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.PrematureChannelClosureException;
import io.netty.handler.codec.TooLongFrameException;
import io.postrider.platform.threads.LoggedException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.netty.channel.AbortedException;
import reactor.netty.http.client.PrematureCloseException;

/** Tells from what Netty and the JDK throw which of the known errors an outbound call met. */
public final class CallErrors {

    private static final Logger LOGGER = LoggerFactory.getLogger(CallErrors.class);
    private static final int CAUSES_MAX = 16;

    private CallErrors() {}

    /**
     * The error that a failure stands for.
     *
     * @param answered whether the answer's head had arrived
     */
    public static CallError of(Throwable failure, boolean answered) {
        return connecting(failure)
                .or(() -> encrypting(failure))
                .or(() -> exchanging(failure, answered))
                .orElseGet(() -> unexpected(failure));
    }

    /** Whether nothing can have been sent, so that another address may be tried. */
    public static boolean isBeforeConnected(Throwable failure) {
        return connecting(failure)
                .filter(error -> error != CallError.TIMEOUT && error != CallError.ADDRESS_REFUSED)
                .isPresent();
    }

    private static Optional<CallError> connecting(Throwable failure) {
        return Optional.ofNullable(
                switch (failure) {
                    case TimeoutException _ -> CallError.TIMEOUT;
                    case NoDestinationException nowhere -> nowhere.error();
                    case PeerGuard.UnexpectedPeerException _ -> CallError.ADDRESS_REFUSED;
                    case ConnectTimeoutException _ -> CallError.CONNECT_TIMEOUT;
                    case NoRouteToHostException _ -> CallError.CONNECT_FAILED;
                    case ConnectException failed -> notConnected(failed);
                    default -> null;
                });
    }

    private static CallError notConnected(ConnectException failure) {
        String message = String.valueOf(failure.getMessage());
        if (message.contains("refused")) {
            return CallError.CONNECT_REFUSED;
        }
        // The peer accepted, and reset before this side had noticed.
        return message.contains("reset") ? CallError.CONNECTION_RESET : CallError.CONNECT_FAILED;
    }

    private static Optional<CallError> encrypting(Throwable failure) {
        List<Throwable> chain = chain(failure);
        if (chain.stream().noneMatch(SSLException.class::isInstance)) {
            return Optional.empty();
        }
        return Optional.of(
                chain.stream()
                        .flatMap(cause -> certificate(cause).stream())
                        .reduce((_, last) -> last)
                        .orElse(CallError.TLS_FAILED));
    }

    /** The innermost cause is the most precise, so callers take the last. */
    private static Optional<CallError> certificate(Throwable cause) {
        return Optional.ofNullable(
                switch (cause) {
                    case CertificateExpiredException _, CertificateNotYetValidException _ ->
                            CallError.CERTIFICATE_EXPIRED;
                    case CertPathBuilderException _, CertPathValidatorException _ ->
                            CallError.CERTIFICATE_INVALID;
                    // The JDK's check of the name throws this class itself, that of the path a
                    // subclass.
                    case CertificateException wrong
                            when wrong.getClass() == CertificateException.class ->
                            CallError.CERTIFICATE_WRONG_HOST;
                    case CertificateException _ -> CallError.CERTIFICATE_INVALID;
                    default -> null;
                });
    }

    private static Optional<CallError> exchanging(Throwable failure, boolean answered) {
        List<Throwable> chain = chain(failure);
        if (chain.stream().anyMatch(TooLongFrameException.class::isInstance)) {
            return Optional.of(CallError.RESPONSE_HEADERS_TOO_LARGE);
        }
        if (chain.stream().anyMatch(AbortedException::isConnectionReset)) {
            return Optional.of(CallError.CONNECTION_RESET);
        }
        return Optional.ofNullable(
                switch (failure) {
                    case PrematureCloseException _ ->
                            answered ? CallError.RESPONSE_INCOMPLETE : CallError.CONNECTION_CLOSED;
                    case PrematureChannelClosureException _ -> CallError.RESPONSE_INCOMPLETE;
                    // Netty's decoder fails with these for text that is not HTTP.
                    case DecoderException _, IllegalArgumentException _ ->
                            CallError.MALFORMED_RESPONSE;
                    case IOException _ -> CallError.CONNECTION_RESET;
                    default -> null;
                });
    }

    private static CallError unexpected(Throwable failure) {
        LOGGER.atError()
                .setCause(LoggedException.of(failure))
                .log("An outbound request failed with an unknown error");
        return CallError.INTERNAL_ERROR;
    }

    private static List<Throwable> chain(Throwable failure) {
        List<Throwable> chain = new ArrayList<>();
        Throwable cause = failure;
        while (cause != null && chain.size() < CAUSES_MAX) {
            chain.add(cause);
            cause = cause.getCause();
        }
        return chain;
    }
}
