package io.postrider.schemas.catalogue;

import static io.postrider.schemas.catalogue.CommandEffect.ADDS;
import static io.postrider.schemas.catalogue.CommandEffect.EDITS;
import static io.postrider.schemas.catalogue.CommandEffect.REVOKES_ACCESS;
import static io.postrider.schemas.catalogue.CommandType.command;
import static io.postrider.schemas.catalogue.EventType.event;

import io.postrider.domain.automation.Endpoint;
import io.postrider.domain.automation.EndpointAuth;
import io.postrider.domain.automation.EndpointCommand;
import io.postrider.domain.automation.EndpointCommand.CreateEndpoint;
import io.postrider.domain.automation.EndpointCommand.DeleteEndpoint;
import io.postrider.domain.automation.EndpointCommand.RotateToken;
import io.postrider.domain.automation.EndpointCommand.UpdateEndpoint;
import io.postrider.domain.automation.EndpointDecider;
import io.postrider.domain.automation.EndpointEvent;
import io.postrider.domain.automation.EndpointEvent.EndpointCreated;
import io.postrider.domain.automation.EndpointEvent.EndpointDeleted;
import io.postrider.domain.automation.EndpointEvent.EndpointUpdated;
import io.postrider.domain.automation.EndpointIntake;
import io.postrider.domain.automation.EndpointIntake.CustomSignature;
import io.postrider.domain.automation.EndpointIntake.Encoding;
import io.postrider.domain.automation.EndpointPatch;
import io.postrider.domain.automation.EndpointSchema;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.kernel.Lifecycle;
import io.postrider.schemas.Context;
import io.postrider.schemas.json.EndpointJson;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Addresses at which other systems publish. */
final class EndpointAggregate {

    private static final List<CommandType<EndpointCommand>> COMMANDS =
            List.of(
                    command(
                            "automation.endpoint.create",
                            CreateEndpoint.class,
                            ADDS,
                            s -> new CreateEndpoint(endpoint(s))),
                    command(
                            "automation.endpoint.update",
                            UpdateEndpoint.class,
                            EDITS,
                            s -> new UpdateEndpoint(s.workspace(), renamed())),
                    command(
                            "automation.endpoint.rotate_token",
                            RotateToken.class,
                            REVOKES_ACCESS,
                            s ->
                                    new RotateToken(
                                            s.workspace(),
                                            "705f3d1b9f7e5c3a1908b6f4d2e0ca7531896e4b2c7d0f1a6384e9b0c7a2d1f5")),
                    command(
                            "automation.endpoint.delete",
                            DeleteEndpoint.class,
                            REVOKES_ACCESS,
                            s -> new DeleteEndpoint(s.workspace())));
    private static final List<EventType<EndpointEvent>> EVENTS =
            List.of(
                    event(
                            "automation.endpoint.created",
                            EndpointCreated.class,
                            "A publishing endpoint was created."),
                    event(
                            "automation.endpoint.updated",
                            EndpointUpdated.class,
                            "A publishing endpoint was updated, or its token was rotated."),
                    event(
                            "automation.endpoint.deleted",
                            EndpointDeleted.class,
                            "A publishing endpoint was deleted."));

    private static final List<Scope> SCOPES =
            List.of(
                    Scope.of("automation.endpoints:read", "automation"),
                    Scope.of("automation.endpoints:write", "automation"),
                    Scope.of("automation.endpoints:publish", "automation"));

    static final AggregateType<EndpointCommand, Lifecycle<Endpoint>, EndpointEvent, Endpoint>
            ENTRY =
                    new AggregateType<>(
                            "endpoint",
                            Context.AUTOMATION,
                            new EndpointDecider(),
                            EndpointCommand.class,
                            EndpointEvent.class,
                            COMMANDS,
                            EVENTS,
                            List.of(),
                            new ResourceType<>(
                                    Optional.of(IdKind.EP),
                                    true,
                                    Endpoint.class,
                                    EndpointJson::of,
                                    Replica.MEMORY,
                                    List.of(
                                            new Index<>(
                                                    "event_type",
                                                    Match.EXACT,
                                                    e ->
                                                            Stream.of(e.eventType())
                                                                    .filter(t -> !t.isEmpty())
                                                                    .toList()))),
                            SCOPES);

    private EndpointAggregate() {}

    private static Endpoint endpoint(Sample s) {
        return new Endpoint(
                s.id(IdKind.EP),
                s.workspace(),
                "Orders of the shop",
                "order.paid",
                EndpointAuth.URL_TOKEN,
                true,
                "5f1d2a7c0b9e4836a1f0d7c2b4e6981357ac0e2d4f6b8091a3c5e7f9b1d3f507",
                null,
                null,
                "{'order_id': body.id}",
                new EndpointSchema(EndpointSchema.Mode.WARN, "{\"required\":[\"order_id\"]}"),
                new EndpointIntake(
                        true,
                        List.of("/order_id"),
                        List.of("https://shop.example.com"),
                        List.of("192.0.2.0/24"),
                        new CustomSignature("X-Shop-Signature", Encoding.HEX, "sha256="),
                        null,
                        null,
                        List.of()),
                Map.of("team", "growth"),
                Sample.AT,
                Sample.AT);
    }

    private static EndpointPatch renamed() {
        return new EndpointPatch(
                List.of("name"),
                "Orders",
                null,
                null,
                true,
                null,
                null,
                null,
                EndpointIntake.OPEN,
                Map.of());
    }
}
