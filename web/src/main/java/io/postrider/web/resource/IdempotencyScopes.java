package io.postrider.web.resource;

import io.postrider.schemas.Idempotency;
import io.postrider.web.route.ApiRequest;
import io.postrider.web.route.Principal;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The scopes of Idempotency-Keys, and the requests in flight on this node. */
public final class IdempotencyScopes {

    private final Hmac hmac;
    private final Set<String> underWay = ConcurrentHashMap.newKeySet();

    /** @param key a secret of its own, the same on every node and for ever */
    public IdempotencyScopes(byte[] key) {
        this.hmac = new Hmac(key);
    }

    /** The idempotency of a request, if it has an Idempotency-Key. */
    public Optional<Idempotency> of(ApiRequest request) {
        return request.idempotencyKey()
                .map(key ->
                        new Idempotency(
                                HexFormat.of()
                                        .formatHex(
                                                hmac.of(
                                                        owner(request.principal()),
                                                        request.method().name(),
                                                        request.path(),
                                                        key)),
                                request.bodyHash()));
    }

    /** Requests outside a workspace belong to their user. */
    private static String owner(Principal principal) {
        return principal.workspace().isEmpty() ? principal.id() : principal.workspace();
    }

    /** The scope of one more try of the same request. */
    public Idempotency attempt(Idempotency first, int attempt) {
        return attempt == 0
                ? first
                : new Idempotency(
                        HexFormat.of().formatHex(hmac.of(first.scope(), "attempt-" + attempt)),
                        first.requestHash());
    }

    /** Begins with a scope; false if it is under way already. */
    boolean enter(String scope) {
        return underWay.add(scope);
    }

    void leave(String scope) {
        underWay.remove(scope);
    }
}
