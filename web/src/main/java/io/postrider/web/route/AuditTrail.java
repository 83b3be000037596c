package io.postrider.web.route;

import io.postrider.schemas.Actor;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Records audit entries that are not domain events. */
@FunctionalInterface
public interface AuditTrail {

    /**
     * Records entries, or counts them with equal ones. Never blocks and never throws, and takes as long without entries:
     * another thread calls the supplier, so that the response time reveals nothing.
     */
    void take(Supplier<List<Entry>> entries);

    /**
     * A completed or denied operation.
     *
     * @param origin client; null if it is not recorded
     */
    record Entry(
            String workspace,
            Actor actor,
            String operation,
            Deed deed,
            String requestId,
            @Nullable Origin origin) {}

    /** The result of the operation. */
    sealed interface Deed {

        /**
         * The operation was completed.
         *
         * @param method authentication method; null if none was required
         */
        record Done(String action, @Nullable String method) implements Deed {}

        /**
         * The operation was denied.
         *
         * @param code code of the problem in the response, or the reason if the response does not contain it
         */
        record Denied(String code) implements Deed {}
    }

    /**
     * The client's address and user agent.
     *
     * @param ip address; empty if it is not known or must not be recorded
     * @param userAgent user agent; empty if there is none
     */
    record Origin(String ip, String userAgent) {

        /** Omits the client. */
        @Override
        public String toString() {
            return "Origin[]";
        }
    }
}
