package io.postrider.schemas.catalogue;

import static io.postrider.schemas.catalogue.CommandEffect.ADDS;
import static io.postrider.schemas.catalogue.CommandEffect.CHANGES;
import static io.postrider.schemas.catalogue.CommandEffect.CLOCK;
import static io.postrider.schemas.catalogue.CommandEffect.EDITS;
import static io.postrider.schemas.catalogue.CommandEffect.REVOKES_ACCESS;
import static io.postrider.schemas.catalogue.CommandType.command;
import static io.postrider.schemas.catalogue.EventType.event;

import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.keys.ApiKey;
import io.postrider.domain.keys.KeyCommand;
import io.postrider.domain.keys.KeyCommand.CreateKey;
import io.postrider.domain.keys.KeyCommand.ExpireKey;
import io.postrider.domain.keys.KeyCommand.RevokeKey;
import io.postrider.domain.keys.KeyCommand.RotateKey;
import io.postrider.domain.keys.KeyCommand.UpdateKey;
import io.postrider.domain.keys.KeyDecider;
import io.postrider.domain.keys.KeyEvent;
import io.postrider.domain.keys.KeyEvent.KeyCreated;
import io.postrider.domain.keys.KeyEvent.KeyExpired;
import io.postrider.domain.keys.KeyEvent.KeyRevoked;
import io.postrider.domain.keys.KeyEvent.KeyRotated;
import io.postrider.domain.keys.KeyEvent.KeyUpdated;
import io.postrider.domain.keys.KeyPatch;
import io.postrider.domain.keys.KeyState;
import io.postrider.schemas.Context;
import io.postrider.schemas.json.KeyJson;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** API keys. */
final class KeyAggregate {

    private static final List<CommandType<KeyCommand>> COMMANDS =
            List.of(
                    command("key.create", CreateKey.class, ADDS, s -> new CreateKey(key(s))),
                    command(
                            "key.update",
                            UpdateKey.class,
                            EDITS,
                            s -> new UpdateKey(s.workspace(), renamed())),
                    command(
                            "key.rotate",
                            RotateKey.class,
                            CHANGES,
                            s ->
                                    new RotateKey(
                                            s.workspace(),
                                            "22ff",
                                            1,
                                            Sample.AT.plus(Duration.ofDays(1)))),
                    command(
                            "key.revoke",
                            RevokeKey.class,
                            REVOKES_ACCESS,
                            s -> new RevokeKey(s.workspace())),
                    command(
                            "key.expire",
                            ExpireKey.class,
                            CLOCK,
                            s -> new ExpireKey(s.workspace(), Sample.END)));
    private static final List<EventType<KeyEvent>> EVENTS =
            List.of(
                    event("key.created", KeyCreated.class, "An API key was created."),
                    event("key.updated", KeyUpdated.class, "An API key was updated."),
                    event("key.rotated", KeyRotated.class, "The secret of an API key was rotated."),
                    event("key.revoked", KeyRevoked.class, "An API key was revoked."),
                    event("key.expired", KeyExpired.class, "An API key expired."));

    static final AggregateType<KeyCommand, KeyState, KeyEvent, ApiKey> ENTRY =
            new AggregateType<>(
                    "key",
                    Context.KEYS,
                    new KeyDecider(),
                    KeyCommand.class,
                    KeyEvent.class,
                    COMMANDS,
                    EVENTS,
                    List.of(),
                    new ResourceType<>(
                            Optional.of(IdKind.KEY),
                            true,
                            ApiKey.class,
                            (key, version, _) -> KeyJson.of(key, version),
                            Replica.MEMORY,
                            List.of()),
                    Scope.readWrite("keys"));

    private KeyAggregate() {}

    private static ApiKey key(Sample s) {
        return new ApiKey(
                s.id(IdKind.KEY),
                s.workspace(),
                "7Qm2aX9LkT%02d".formatted(s.number()),
                "ci",
                "live",
                List.of("links:read", "links:write"),
                List.of(),
                List.of("203.0.113.0/24"),
                List.of(),
                "00ff",
                1,
                null,
                600,
                Sample.END,
                null,
                Sample.AT,
                Sample.AT);
    }

    private static KeyPatch renamed() {
        return new KeyPatch(
                List.of("name"), "deploy", List.of(), List.of(), List.of(), List.of(), null, null);
    }
}
