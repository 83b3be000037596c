package io.postrider.api.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.api.Caller;
import io.postrider.api.Response;
import io.postrider.api.TestApi;
import io.postrider.schemas.catalogue.scopes.Scopes;
import io.postrider.testkit.claims.Verifies;
import io.postrider.testkit.contract.ExampleRequests.Request;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a key with a single scope reads by every operation that reads: the values that were written with this scope's resource. */
class ReadableValuesTest extends PlantedValues {

    /** Parts of every answer: the own key, and the names of types. */
    private static final Set<String> OF_ALL = Set.of("getMe", "listEventTypes");

    private final List<Request> reads = new ArrayList<>();
    private Set<String> readable = Set.of();

    @BeforeAll
    void read() {
        closed().filter(operation -> operation.method().equals("GET"))
                .filter(operation -> !operation.path().endsWith("/stream"))
                .filter(operation -> !OF_ALL.contains(operation.id()))
                .forEach(operation -> reads.addAll(requests(operation)));
        // The newest page of all events has none of a workspace's own.
        String own = "/api/v1/events?types=automation.event_type.updated";
        reads.add(new Request("GET", own, null, null, Map.of()));
        readable = seen(owner);
        assertThat(readable).hasSizeGreaterThan(13);
        assertThat(reads).hasSizeGreaterThan(80);
    }

    @ParameterizedTest
    @Verifies("event-rights")
    @MethodSource("scopes")
    void aKeyWithOneScopeReadsTheValuesOfItsResourceAlone(String scope) {
        Set<String> expected = new TreeSet<>();
        readable.stream()
                .filter(planted -> Scopes.covers(List.of(scope), read(planted)))
                .forEach(expected::add);

        assertThat(seen(api.callerOf(TestApi.OTHER_WORKSPACE, scope))).isEqualTo(expected);
    }

    @Test
    @Verifies("event-rights")
    void aKeyForOneResourceReadsItsValuesAlone() {
        String link =
                owner.post("/api/v1/links", "{\"url\":\"https://example.com/own\"}").member("id");
        String key = "{\"name\":\"x\",\"preset\":\"full\",\"resources\":[\"" + link + "\"]}";

        assertThat(seen(api.callerAs(owner.post("/api/v1/keys", key).member("secret")))).isEmpty();
    }

    private Set<String> seen(Caller caller) {
        Set<String> seen = new TreeSet<>();
        for (Request request : reads) {
            Response told = sent(caller, request);
            planted(told).forEach(seen::add);
        }
        return seen;
    }
}
