package io.postrider.domain.keys;

import io.postrider.domain.kernel.Decider;
import io.postrider.domain.kernel.Decision;
import io.postrider.domain.kernel.FieldError;
import io.postrider.domain.kernel.Rejection;
import io.postrider.domain.kernel.ScheduledCommand;
import io.postrider.domain.keys.KeyCommand.CreateKey;
import io.postrider.domain.keys.KeyCommand.ExpireKey;
import io.postrider.domain.keys.KeyCommand.RevokeKey;
import io.postrider.domain.keys.KeyCommand.RotateKey;
import io.postrider.domain.keys.KeyCommand.UpdateKey;
import io.postrider.domain.keys.KeyEvent.KeyCreated;
import io.postrider.domain.keys.KeyEvent.KeyExpired;
import io.postrider.domain.keys.KeyEvent.KeyRevoked;
import io.postrider.domain.keys.KeyEvent.KeyRotated;
import io.postrider.domain.keys.KeyEvent.KeyUpdated;
import io.postrider.domain.keys.KeyState.Expired;
import io.postrider.domain.keys.KeyState.Live;
import io.postrider.domain.keys.KeyState.Revoked;
import io.postrider.domain.keys.KeyState.Unknown;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Decides on API keys: once revoked or expired, never in force again. */
public final class KeyDecider implements Decider<KeyCommand, KeyState, KeyEvent> {

    static final Rejection REVOKED =
            Rejection.conflict("key_revoked", "The key was revoked and cannot be changed.");
    static final Rejection EXPIRED =
            Rejection.conflict("key_expired", "The key expired and cannot be changed.");

    @Override
    public KeyState initialState() {
        return new Unknown();
    }

    @Override
    public Decision<KeyEvent> decide(KeyState state, KeyCommand command, Instant at) {
        return switch (state) {
            case Unknown() ->
                    command instanceof CreateKey(ApiKey key)
                            ? create(key, at)
                            : Decision.reject(Rejection.notFound("key"));
            case Live(ApiKey key) -> onKnown(key, command, () -> onLive(key, command, at));
            case Expired(ApiKey key) -> onKnown(key, command, () -> onExpired(key, command, at));
            case Revoked(ApiKey key) -> onKnown(key, command, () -> onRevoked(command));
        };
    }

    @Override
    public KeyState evolve(KeyState state, KeyEvent event) {
        return switch (event) {
            case KeyCreated(ApiKey key) -> new Live(key);
            case KeyUpdated(ApiKey key) -> new Live(key);
            case KeyRotated(ApiKey key) -> new Live(key);
            case KeyRevoked(ApiKey key) -> new Revoked(key);
            case KeyExpired(ApiKey key) -> new Expired(key);
        };
    }

    @Override
    public Optional<ScheduledCommand<KeyCommand>> due(KeyState state) {
        return state instanceof Live(ApiKey key) && key.expiresAt() != null
                ? Optional.of(
                        new ScheduledCommand<>(
                                key.expiresAt(), new ExpireKey(key.workspace(), key.expiresAt())))
                : Optional.empty();
    }

    private static Decision<KeyEvent> create(ApiKey key, Instant at) {
        return FieldError.inThePast("/expires_at", key.expiresAt(), at)
                .<Decision<KeyEvent>>map(
                        error -> Decision.reject(Rejection.invalid(List.of(error))))
                .orElseGet(() -> Decision.accept(new KeyCreated(key)));
    }

    private static Decision<KeyEvent> onKnown(
            ApiKey key, KeyCommand command, Supplier<Decision<KeyEvent>> decision) {
        if (command instanceof CreateKey) {
            return Decision.reject(Rejection.exists("key", key.id()));
        }
        return key.workspace().equals(command.workspace())
                ? decision.get()
                : Decision.reject(Rejection.notFound("key"));
    }

    private static Decision<KeyEvent> onLive(ApiKey key, KeyCommand command, Instant at) {
        return switch (command) {
            case CreateKey _ -> Decision.reject(Rejection.exists("key", key.id()));
            case UpdateKey(_, KeyPatch patch) ->
                    key.ended(at) ? Decision.reject(EXPIRED) : update(key, patch, at);
            case RotateKey(_, String hash, int pepper, Instant oldUntil) ->
                    key.ended(at)
                            ? Decision.reject(EXPIRED)
                            : Decision.accept(
                                    new KeyRotated(key.rotated(hash, pepper, oldUntil, at)));
            case RevokeKey _ -> Decision.accept(new KeyRevoked(key.revoked(at)));
            case ExpireKey(_, Instant expiresAt) ->
                    key.ended(at) && expiresAt.equals(key.expiresAt())
                            ? Decision.accept(new KeyExpired(key.expired(at)))
                            : Decision.unchanged();
        };
    }

    private static Decision<KeyEvent> update(ApiKey key, KeyPatch patch, Instant at) {
        ApiKey changed = patch.applyTo(key, at);
        Optional<FieldError> past =
                patch.has("expires_at")
                        ? FieldError.inThePast("/expires_at", changed.expiresAt(), at)
                        : Optional.empty();
        if (past.isPresent()) {
            return Decision.reject(Rejection.invalid(List.of(past.get())));
        }
        return changed.equals(key.touchedAt(at))
                ? Decision.unchanged()
                : Decision.accept(new KeyUpdated(changed));
    }

    /** An expired key can be revoked, so that callers see it as revoked. */
    private static Decision<KeyEvent> onExpired(ApiKey key, KeyCommand command, Instant at) {
        return switch (command) {
            case RevokeKey _ -> Decision.accept(new KeyRevoked(key.revoked(at)));
            case ExpireKey _ -> Decision.unchanged();
            case CreateKey _, UpdateKey _, RotateKey _ -> Decision.reject(EXPIRED);
        };
    }

    private static Decision<KeyEvent> onRevoked(KeyCommand command) {
        return switch (command) {
            case RevokeKey _, ExpireKey _ -> Decision.unchanged();
            case CreateKey _, UpdateKey _, RotateKey _ -> Decision.reject(REVOKED);
        };
    }
}
