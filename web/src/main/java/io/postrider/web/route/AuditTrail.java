package io.postrider.web.route;

import io.postrider.schemas.Actor;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Hears of what is no event and belongs into the audit all the same. */
@FunctionalInterface
public interface AuditTrail {

    /**
     * Takes entries down, or counts them with others like them. Never blocks and never throws, and takes as long whether there
     * are any: which they are is asked on another thread, so that no caller can tell from his answer.
     */
    void take(Supplier<List<Entry>> entries);

    /**
     * What somebody did, or was not let.
     *
     * @param origin null where it is not told
     */
    record Entry(
            String workspace,
            Actor actor,
            String operation,
            Deed deed,
            String requestId,
            @Nullable Origin origin) {}

    /** What came of it. */
    sealed interface Deed {

        /**
         * It was done.
         *
         * @param method how he proved who he is; null where that was not asked
         */
        record Done(String action, @Nullable String method) implements Deed {}

        /**
         * He was turned away.
         *
         * @param code of the problem that he was answered with, or why he was, where the answer keeps that to itself
         */
        record Denied(String code) implements Deed {}
    }

    /**
     * From where and with what.
     *
     * @param ip empty where it is not known, or nobody's business
     * @param userAgent empty where nothing was said
     */
    record Origin(String ip, String userAgent) {

        /** Says nothing of who it was. */
        @Override
        public String toString() {
            return "Origin[]";
        }
    }
}
