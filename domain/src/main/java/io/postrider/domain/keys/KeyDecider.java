package io.postrider.domain.keys;

import io.postrider.domain.kernel.Decider;
import io.postrider.domain.kernel.Decision;
import io.postrider.domain.kernel.FieldError;
import io.postrider.domain.keys.KeyCommand.CreateKey;
import io.postrider.domain.keys.KeyCommand.RevokeKey;
import io.postrider.domain.keys.KeyEvent.KeyCreated;
import io.postrider.domain.keys.KeyEvent.KeyRevoked;
import io.postrider.domain.keys.KeyRejection.KeyExists;
import io.postrider.domain.keys.KeyRejection.KeyInvalid;
import io.postrider.domain.keys.KeyRejection.KeyMissing;
import io.postrider.domain.keys.KeyState.Live;
import io.postrider.domain.keys.KeyState.Revoked;
import io.postrider.domain.keys.KeyState.Unknown;
import java.time.Instant;
import java.util.List;

/** Decides on API keys: once revoked, never in force again. */
public final class KeyDecider implements Decider<KeyCommand, KeyState, KeyEvent, KeyRejection> {

    @Override
    public KeyState initialState() {
        return new Unknown();
    }

    @Override
    public Decision<KeyEvent, KeyRejection> decide(KeyState state, KeyCommand command, Instant at) {
        return switch (command) {
            case CreateKey(ApiKey key) -> create(state, key, at);
            case RevokeKey(String workspace) -> revoke(state, workspace, at);
        };
    }

    @Override
    public KeyState evolve(KeyState state, KeyEvent event) {
        return switch (event) {
            case KeyCreated(ApiKey key) -> new Live(key);
            case KeyRevoked(ApiKey key) -> new Revoked(key);
        };
    }

    private static Decision<KeyEvent, KeyRejection> create(KeyState state, ApiKey key, Instant at) {
        return switch (state) {
            case Unknown() ->
                    FieldError.inThePast("/expires_at", key.expiresAt(), at)
                            .<Decision<KeyEvent, KeyRejection>>map(
                                    error -> Decision.reject(new KeyInvalid(List.of(error))))
                            .orElseGet(() -> Decision.accept(new KeyCreated(key)));
            case Live _, Revoked _ -> Decision.reject(new KeyExists(key.id()));
        };
    }

    private static Decision<KeyEvent, KeyRejection> revoke(
            KeyState state, String workspace, Instant at) {
        return switch (state) {
            case Unknown() -> Decision.reject(new KeyMissing());
            case Live(ApiKey key) ->
                    key.workspace().equals(workspace)
                            ? Decision.accept(new KeyRevoked(key.revoked(at)))
                            : Decision.reject(new KeyMissing());
            case Revoked(ApiKey key) ->
                    key.workspace().equals(workspace)
                            ? Decision.unchanged()
                            : Decision.reject(new KeyMissing());
        };
    }
}
