package io.postrider.decider.client;

import io.postrider.schemas.Actor;
import org.jspecify.annotations.Nullable;

/**
 * Whose places a command takes while it is waited for.
 *
 * @param tenant whose share it takes
 * @param actor who sends it; null if the command does not say
 */
record CommandSender(String tenant, @Nullable Actor actor) {

    boolean isKey() {
        return actor != null && actor.isKey();
    }

    /** A user may act for several tenants, and has a share with each. */
    String caller() {
        return actor == null ? tenant : tenant + " " + actor.type() + " " + actor.id();
    }
}
