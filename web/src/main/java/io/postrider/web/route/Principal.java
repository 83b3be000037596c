package io.postrider.web.route;

import io.postrider.schemas.Actor;
import io.postrider.schemas.catalogue.scopes.EventReader;
import io.postrider.schemas.catalogue.scopes.Scopes;
import io.postrider.web.problem.Problem;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An authenticated caller.
 *
 * @param actor actor in the log: a key or a user
 * @param session hash of the session; null for a key
 * @param workspace workspace; empty for a user who has named none
 * @param scopes scopes of the key, or of the role in the workspace
 * @param resources ids that a key is restricted to; empty means all of the workspace
 * @param requestsPerMinute a key's rate limit; null means none
 */
public record Principal(
        Actor actor,
        @Nullable String session,
        String workspace,
        List<String> scopes,
        List<String> resources,
        @Nullable Integer requestsPerMinute) {

    public Principal {
        scopes = List.copyOf(scopes);
        resources = List.copyOf(resources);
    }

    /** Whether the scopes cover a wanted one. */
    public boolean may(String scope) {
        return Scopes.covers(scopes, scope);
    }

    /** The refusal to answer with parts of a resource that another scope reads; empty if it may read it. */
    public Optional<Problem> unreadable(String scope, String id) {
        return may(scope)
                ? AccessProblems.restricted(this, id)
                : Optional.of(Problem.scopeMissing(scope));
    }

    /** Which events it may read. */
    public EventReader reader() {
        return EventReader.of(scopes, resources);
    }

    /** Whether the caller is a signed-in user. */
    public boolean isPerson() {
        return session != null;
    }

    /** The id of the key or user. */
    public String id() {
        return actor.id();
    }
}
