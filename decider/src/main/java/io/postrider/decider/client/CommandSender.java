package io.postrider.decider.client;

import io.postrider.schemas.Actor;
import org.jspecify.annotations.Nullable;

/**
 * Whose places a command takes while it is waited for.
 *
 * @param tenant tenant whose share the command uses
 * @param actor sender; null if the command names none
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
