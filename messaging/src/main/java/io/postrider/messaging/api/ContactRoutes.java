package io.postrider.messaging.api;

import io.postrider.domain.contacts.Contact;
import io.postrider.domain.contacts.ContactAddress;
import io.postrider.domain.contacts.ContactCommand.BlockContact;
import io.postrider.domain.contacts.ContactCommand.CreateContact;
import io.postrider.domain.contacts.ContactCommand.DeleteContact;
import io.postrider.domain.contacts.ContactCommand.OptInContact;
import io.postrider.domain.contacts.ContactCommand.OptOutContact;
import io.postrider.domain.contacts.ContactCommand.UnblockContact;
import io.postrider.domain.contacts.ContactCommand.UpdateContact;
import io.postrider.domain.contacts.ContactPatch;
import io.postrider.messaging.api.ContactFields.Address;
import io.postrider.messaging.api.ContactFields.Given;
import io.postrider.platform.secrets.ContactSealer;
import io.postrider.schemas.Idempotency;
import io.postrider.schemas.json.Json;
import io.postrider.web.problem.ApiResponse;
import io.postrider.web.problem.Problem;
import io.postrider.web.problem.Validated;
import io.postrider.web.resource.Creation;
import io.postrider.web.resource.ResourceApi;
import io.postrider.web.resource.ResourceCall;
import io.postrider.web.route.ApiRequest;
import io.postrider.web.route.ApiRoute;
import io.postrider.web.route.ApiRoutes;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The operations on contacts. */
final class ContactRoutes implements ApiRoutes {

    static final String PATH = "/api/v1/contacts";

    private final ResourceApi<Contact> api;
    private final ContactSealer sealer;
    private final ContactLookup lookup;

    ContactRoutes(ResourceApi<Contact> api, ContactSealer sealer, ContactLookup lookup) {
        this.api = api;
        this.sealer = sealer;
        this.lookup = lookup;
    }

    @Override
    public List<ApiRoute> routes() {
        return List.of(
                api.createBy(request -> ContactFields.create(request.fields()), this::create),
                api.list(
                        this::list,
                        "limit",
                        "cursor",
                        "q",
                        "address",
                        "label",
                        "opted_out",
                        "merged_id"),
                api.get("contact"),
                api.updateBy(request -> ContactFields.update(request.fields()), this::update),
                api.delete(DeleteContact::new),
                api.action("block", BlockContact::new),
                api.action("unblock", UnblockContact::new),
                api.actionBy(
                        "opt-out",
                        ContactFields::category,
                        call ->
                                api.send(
                                                call,
                                                new OptOutContact(
                                                        call.workspace(), "api", call.body()))
                                        .map(api::shown)),
                api.actionBy(
                        "opt-in",
                        ContactFields::category,
                        call ->
                                api.send(call, new OptInContact(call.workspace(), call.body()))
                                        .map(api::shown)),
                ApiRoute.post(PATH + "/check")
                        .scope("contacts:write")
                        .to(request ->
                                ContactFields.addresses(request.fields())
                                        .answer(given -> check(request, given))));
    }

    private Mono<ApiResponse> create(
            ApiRequest request, Given given, Optional<Idempotency> idempotency) {
        String workspace = request.workspace();
        Address first = given.addresses().getFirst();
        Instant now = api.node().mint().now();
        return sealer.token(workspace, first.type(), first.value())
                .map(token -> Contact.idOf(workspace, token))
                .map(id ->
                        api.createdAs(
                                request,
                                id,
                                new Creation(
                                        new CreateContact(
                                                patch(workspace, id, given)
                                                        .applyTo(
                                                                Contact.blank(id, workspace, now),
                                                                now)),
                                        Optional.empty()),
                                idempotency))
                .orElseGet(() -> Mono.just(Problem.secretsUnavailable()));
    }

    private Mono<ApiResponse> update(ResourceCall<Given> call) {
        String workspace = call.workspace();
        Given given = call.body();
        boolean seals = given.name() != null || !given.addresses().isEmpty();
        if (seals && sealer.token(workspace, ContactAddress.EMAIL, "").isEmpty()) {
            return Mono.just(Problem.secretsUnavailable());
        }
        return api.send(
                        call,
                        new UpdateContact(workspace, patch(workspace, call.target().id(), given)))
                .map(api::shown);
    }

    private ContactPatch patch(String workspace, String id, Given given) {
        List<ContactAddress> addresses =
                given.addresses().stream()
                        .flatMap(address ->
                                sealer
                                        .address(workspace, id, address.type(), address.value())
                                        .stream())
                        .toList();
        Map<String, String> fields = new LinkedHashMap<>();
        given.fields()
                .forEach((name, value) ->
                        sealer.sealed(workspace, Contact.purposeOfField(id, name), value)
                                .ifPresent(sealed -> fields.put(name, sealed)));
        String name = given.name();
        return new ContactPatch(
                given.changed().stream()
                        .map(field -> field.startsWith("addresses") ? "addresses" : field)
                        .distinct()
                        .toList(),
                name == null ? null : sealer.name(workspace, id, name),
                name == null ? List.of() : sealer.words(workspace, name),
                addresses,
                given.labels(),
                fields);
    }

    /** The hashes of the words and of the address that are looked for take the place of the texts. */
    private Mono<ApiResponse> list(ApiRequest request) {
        String workspace = request.workspace();
        Map<String, String> hashed = new LinkedHashMap<>();
        request.parameter("q").ifPresent(text -> hashed.put("q", sealer.search(workspace, text)));
        request.parameter("address")
                .ifPresent(text ->
                        hashed.put(
                                "address",
                                ContactFields.guessed(text)
                                        .flatMap(address ->
                                                sealer.token(
                                                        workspace, address.type(), address.value()))
                                        .orElse("-")));
        return api.node().queries().list(request, "contacts", hashed, UnaryOperator.identity());
    }

    private Mono<ApiResponse> check(ApiRequest request, List<Address> addresses) {
        return api.node()
                .writes()
                .once(
                        request,
                        _ ->
                                Flux.fromIterable(addresses)
                                        .concatMap(address -> checked(request, address))
                                        .collectList()
                                        .flatMap(all ->
                                                Validated.all(all)
                                                        .answer(found -> Mono.just(listed(found))))
                                        .toFuture());
    }

    private Mono<Validated<ObjectNode>> checked(ApiRequest request, Address address) {
        return lookup.find(request, address)
                .map(found -> found.then(contact -> Validated.valid(shown(address, contact))));
    }

    private static ObjectNode shown(Address address, Optional<JsonNode> contact) {
        ObjectNode node = Json.object().put("type", address.type()).put("value", address.value());
        node.put("contact_id", contact.map(json -> json.path("id").asString("")).orElse(null));
        node.put(
                "opted_out",
                contact.map(json -> json.path("opted_out").asBoolean(false)).orElse(null));
        node.put(
                "blocked", contact.map(json -> json.path("blocked").asBoolean(false)).orElse(null));
        return node;
    }

    private static ApiResponse listed(List<ObjectNode> all) {
        ObjectNode list = Json.object().put("object", "list");
        list.putArray("data").addAll(all);
        return ApiResponse.ok(list);
    }
}
