package io.postrider.api.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.api.Caller;
import io.postrider.api.Response;
import io.postrider.api.TestApi;
import io.postrider.schemas.catalogue.scopes.Scopes;
import io.postrider.schemas.json.Json;
import io.postrider.testkit.claims.Verifies;
import io.postrider.testkit.contract.ContractDocument.Operation;
import io.postrider.testkit.contract.ExampleRequests.Request;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.node.ObjectNode;

/** What a key with a single scope reads in the answers to all that it can write, try or check: nothing of another scope. */
class ValuesInWritesTest extends PlantedValues {

    private static final Pattern KIND = Pattern.compile("'([a-z]{3})'");

    /** Members of bodies that name a resource of another scope, by the kind of its id. */
    private static final Map<String, List<String>> NAMING =
            Map.of(
                    "sendMessage",
                            List.of(
                                    "{'to':{'contact_id':'ctc'}}",
                                    "{'to':{'group_id':'grp'}}",
                                    "{'reply_to':'msg'}",
                                    "{'type':'image','text':null,'image':{'id':'med'}}",
                                    "{'type':'reaction','text':null,'reaction':{'message_id':'msg','emoji':'x'}}"),
                    "createGroup", List.of("{'participants':['ctc']}"),
                    "addParticipants", List.of("{'participants':['ctc']}"),
                    "testRule", List.of("{'event':null,'event_id':'evt'}"),
                    "explainRule", List.of("{'event_id':'evt'}"),
                    "retryRuns", List.of("{'event_id':'evt'}", "{'rule_id':'rul'}"),
                    "cancelRuns", List.of("{'event_id':'evt'}", "{'rule_id':'rul'}"));

    private final List<Request> writes = new ArrayList<>();

    @BeforeAll
    void write() {
        owner.get("/api/v1/events?limit=100").body().path("data").forEach(this::noted);
        closed().filter(operation -> !operation.method().matches("GET|DELETE"))
                .forEach(operation -> writes.addAll(writes(operation)));
        assertThat(writes).hasSizeGreaterThan(80);
    }

    @ParameterizedTest
    @Verifies("event-rights")
    @MethodSource("scopes")
    void noAnswerToAWriteHasAValueOfAnotherScope(String scope) {
        Caller caller = api.callerOf(TestApi.OTHER_WORKSPACE, scope);
        for (Request request : writes) {
            Response told = sent(caller, request);
            assertThat(planted(told).filter(each -> !Scopes.covers(List.of(scope), read(each))))
                    .as(request + ": " + told.text())
                    .isEmpty();
        }
    }

    /** The resource is new; what is planted is about others, which paths and bodies name. */
    @Test
    @Verifies("event-rights")
    void aKeyForOneResourceIsAnsweredNothingOfOthers() {
        List<Request> all = new ArrayList<>(writes);
        closed().filter(operation -> operation.method().equals("GET"))
                .filter(operation -> !operation.path().endsWith("/stream"))
                .forEach(operation -> all.addAll(requests(operation)));
        Set<String> planted = new HashSet<>();
        ids.values().forEach(planted::addAll);
        Map<String, Caller> keys = new LinkedHashMap<>();
        all.stream()
                .flatMap(request -> named(request.path()))
                .filter(id -> !planted.contains(id))
                .forEach(id -> keys.put(kind(id), keyFor(id)));

        assertThat(keys).hasSizeGreaterThan(10);
        keys.forEach((kind, caller) ->
                all.forEach(request -> {
                    Response told = sent(caller, request);
                    assertThat(planted(told))
                            .as(kind + " " + request + ": " + told.text())
                            .isEmpty();
                }));
    }

    private static Stream<String> named(String path) {
        return Arrays.stream(path.split("[/?]", -1)).filter(part -> part.matches(ID));
    }

    private Caller keyFor(String id) {
        String key = "{\"name\":\"x\",\"preset\":\"full\",\"resources\":[\"" + id + "\"]}";
        return api.callerAs(owner.post("/api/v1/keys", key).member("secret"));
    }

    /** What changes a planted resource or names one, and the same as a trial. */
    private List<Request> writes(Operation operation) {
        List<Request> all = requests(operation);
        Request example = all.getFirst();
        for (String members : NAMING.getOrDefault(operation.id(), List.of())) {
            Matcher kind = KIND.matcher(members);
            assertThat(kind.find()).isTrue();
            assertThat(ids).containsKey(kind.group(1));
            for (String id : ids.getOrDefault(kind.group(1), Set.of())) {
                ObjectNode body = (ObjectNode) Json.mapper().readTree(example.body());
                body.setAll(
                        (ObjectNode)
                                Json.mapper()
                                        .readTree(
                                                kind.replaceFirst("'" + id + "'")
                                                        .replace('\'', '"')));
                body.propertyStream()
                        .filter(each -> each.getValue().isNull())
                        .map(Map.Entry::getKey)
                        .toList()
                        .forEach(body::remove);
                all.add(
                        new Request(
                                example.method(),
                                example.path(),
                                example.type(),
                                body.toString(),
                                example.headers()));
            }
        }
        boolean isTried =
                examples.parameters(operation, "query")
                        .anyMatch(each -> each.path("name").asString("").equals("dry_run"));
        return isTried
                ? Stream.concat(
                                all.stream().map(each -> each.asking("dry_run", "true")),
                                all.stream())
                        .toList()
                : all;
    }
}
