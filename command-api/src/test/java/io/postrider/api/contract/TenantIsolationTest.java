package io.postrider.api.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.api.Caller;
import io.postrider.api.Response;
import io.postrider.api.TestApi;
import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.schemas.json.Json;
import io.postrider.testkit.claims.Verifies;
import io.postrider.testkit.contract.ContractDocument.Operation;
import io.postrider.testkit.contract.ExampleRequests.Request;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Every operation from another workspace, and with keys for other resources: foreign resources stay invisible. */
class TenantIsolationTest extends EveryOperation {

    private static final String ID = "[a-z]+_[0-9a-z]{26}";

    /** The id of a completion of the built-in model is a digest of the question, the same for all callers. */
    private static final String OF_WHAT_WAS_SAID = "chatcmpl-";

    /** Ids of the owner by which the other caller named models of its own: its audit shows them, as its own words. */
    private final Set<String> named = ConcurrentHashMap.newKeySet();

    @ParameterizedTest
    @Verifies("operation-access")
    @MethodSource("ofOneResource")
    void foreignIdsAnswerLikeUnknownOnes(Operation operation) {
        Request request = examples.of(operation);
        String own = idIn(request);
        AtomicInteger waits = new AtomicInteger();
        api.logEnd(_ -> Mono.fromSupplier(() -> waits.incrementAndGet() > 0));

        Response refused = sent(other, request);
        // The members of a workspace are judged before its id is looked up. Ids without a time
        // are those of contacts, runs, templates and deliveries, which no edge keeps in memory.
        assertThat(
                        waits.get() > 0
                                || operation.path().startsWith("/api/v1/workspaces/{id}")
                                || Id.madeAt(own).isEmpty())
                .as("%s waits for what another node may have made", operation)
                .isTrue();
        Response missing = sent(other, request.about(own, unknown(own)));

        assertThat(refused.status()).isEqualTo(404);
        assertThat(anonymous(refused)).isEqualTo(anonymous(missing));
        assertThat(names(refused)).isEqualTo(names(missing));
        // And whatever it was, it has not happened.
        succeeds(operation, sent(owner, request));
    }

    @ParameterizedTest
    @Verifies("operation-access")
    @MethodSource("ofAll")
    void listsAndCountsShowNothingOfOthers(Operation operation) {
        Request request = examples.of(operation);
        Response mine = sent(owner, request);
        succeeds(operation, mine);

        Response theirs = sent(other, examplesOfOther.of(operation));

        succeeds(operation, theirs);
        assertThat(theirs.text()).doesNotContain(TestApi.OTHER_WORKSPACE);
        mine.body().findValues("id").stream()
                .map(id -> id.asString(""))
                .filter(id -> !promised.contains(id))
                .filter(id -> !named.contains(id))
                .filter(id -> !id.startsWith(OF_WHAT_WAS_SAID))
                .forEach(id -> assertThat(theirs.text()).doesNotContain("\"" + id + "\""));
    }

    @ParameterizedTest
    @Verifies("operation-access")
    @MethodSource("closed")
    void aParameterThatNamesAnothersIsAnsweredAsOneThatNamesNothing(Operation operation) {
        examples.parameters(operation, "query")
                .filter(parameter -> parameter.has("x-postrider-example-from"))
                .forEach(parameter -> {
                    String name = parameter.path("name").stringValue();
                    String own = examples.value(parameter);
                    Request request = examplesOfOther.of(operation);

                    Response refused = sent(other, request.asking(name, own));
                    Response missing = sent(other, request.asking(name, unknown(own)));

                    assertThat(refused.status()).as(name).isEqualTo(missing.status());
                    assertThat(anonymous(refused)).as(name).isEqualTo(anonymous(missing));
                });
    }

    /**
     * A body either must not name the resource, or names it within its own workspace, as for models: the response reveals
     * nothing of others.
     */
    @ParameterizedTest
    @Verifies("operation-access")
    @MethodSource("closed")
    void aBodyThatNamesAnothersIsAnsweredAsOneThatNamesNothing(Operation operation) {
        JsonNode medium = operation.node().at("/requestBody/content/application~1json");
        for (String place : medium.path("x-postrider-example-from").propertyNames()) {
            String own = text(examples.of(operation), place);
            if (!own.matches(ID)) {
                continue;
            }
            Request request = examplesOfOther.of(operation);
            String unknownId = unknown(own);
            named.add(own);

            Response refused = sent(other, naming(request, place, own));
            Response missing = sent(other, naming(request, place, unknownId));

            assertThat(refused.status()).as(place).isEqualTo(missing.status());
            assertThat(anonymous(refused).replace(own, "…"))
                    .as(place)
                    .isEqualTo(anonymous(missing).replace(unknownId, "…"));
            assertThat(names(refused)).as(place).isEqualTo(names(missing));
        }
    }

    private static String text(Request request, String place) {
        return Json.mapper().readTree(String.valueOf(request.body())).at(place).asString("");
    }

    /** The same request with another id at a place of its body. */
    private static Request naming(Request request, String place, String id) {
        String body = String.valueOf(request.body()).replace(text(request, place), id);
        return new Request(
                request.method(), request.path(), request.type(), body, request.headers());
    }

    @ParameterizedTest
    @MethodSource("closed")
    void aKeyForSomethingElseReachesNothing(Operation operation) {
        String key =
                "{\"name\":\"x\",\"preset\":\"full\",\"resources\":[\""
                        + api.id(IdKind.LNK)
                        + "\"]}";
        Caller restricted = api.callerAs(owner.post("/api/v1/keys", key).member("secret"));

        Response told = sent(restricted, examples.of(operation));

        // The list of events has those of the resources of the key.
        if (scope(operation).isEmpty() || operation.id().equals("listEvents")) {
            succeeds(operation, told);
        } else if (operation.path().contains("{id}")) {
            assertThat(told.status()).isEqualTo(404);
        } else {
            assertThat(told.code()).isEqualTo("resource_restricted");
        }
    }

    /** The id in a path. */
    private static String idIn(Request request) {
        return Arrays.stream(request.path().split("/", -1))
                .filter(segment -> segment.matches(ID))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no id in " + request.path()));
    }

    private String unknown(String id) {
        String label = id.substring(0, id.indexOf('_'));
        return Arrays.stream(IdKind.values())
                .filter(kind -> kind.label().equals(label))
                .map(api::id)
                .findFirst()
                .orElseThrow();
    }

    /** A response without the parts that name the request. */
    private static String anonymous(Response told) {
        return told.body() instanceof ObjectNode body
                ? body.deepCopy().without("request_id").without("instance").toString()
                : told.text();
    }

    private static List<String> names(Response told) {
        return told.headers().headerNames().stream().sorted().toList();
    }
}
