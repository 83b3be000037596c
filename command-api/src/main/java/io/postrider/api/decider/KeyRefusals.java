package io.postrider.api.decider;

import io.postrider.domain.kernel.FieldError;
import io.postrider.domain.keys.KeyRejection;
import io.postrider.domain.keys.KeyRejection.KeyExists;
import io.postrider.domain.keys.KeyRejection.KeyInvalid;
import io.postrider.domain.keys.KeyRejection.KeyIsExpired;
import io.postrider.domain.keys.KeyRejection.KeyIsRevoked;
import io.postrider.domain.keys.KeyRejection.KeyMissing;
import io.postrider.schemas.Refusal;
import java.util.List;

/** What callers are told when a command on a key is refused. */
final class KeyRefusals {

    private KeyRefusals() {}

    static Refusal of(KeyRejection rejection) {
        return switch (rejection) {
            case KeyExists(String id) ->
                    Refusal.of("key_exists", "The key " + id + " exists already.");
            case KeyMissing() -> Refusals.notFound("key");
            case KeyIsRevoked() ->
                    Refusal.of("key_revoked", "The key was revoked, and changes no more.");
            case KeyIsExpired() ->
                    Refusal.of("key_expired", "The key has expired, and changes no more.");
            case KeyInvalid(List<FieldError> errors) -> Refusals.invalid(errors);
        };
    }
}
