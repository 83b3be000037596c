package io.postrider.schemas.catalogue.scopes;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.schemas.Delivery;
import io.postrider.schemas.catalogue.Sample;
import io.postrider.testkit.claims.Verifies;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class EventReaderTest {

    private static Stream<Arguments> cells() {
        return Scopes.all().stream()
                .flatMap(scope ->
                        Stream.concat(ReadScopes.table().keySet().stream(), Stream.of("order.paid"))
                                .map(type -> Arguments.of(scope, type)));
    }

    @Verifies("event-rights")
    @ParameterizedTest
    @MethodSource("cells")
    void aScopeReadsTheEventsOfItsResourceAlone(String scope, String type) {
        String needed = ReadScopes.of(type);

        assertThat(EventReader.of(List.of(scope), List.of()).mayRead(type))
                .isEqualTo(scope.equals(needed) || scope.equals(needed.replace(":read", ":write")));
    }

    @Test
    void everyTypeIsReadWithAScopeThatExists() {
        assertThat(ReadScopes.table())
                .allSatisfy((_, scope) -> assertThat(Scopes.exists(scope)).isTrue());
        assertThat(ReadScopes.of("message.received")).isEqualTo("messages:read");
        assertThat(ReadScopes.of("link.clicked")).isEqualTo("clicks:read");
        assertThat(ReadScopes.of("key.created")).isEqualTo("keys:read");
        assertThat(ReadScopes.of("workspace.member_joined")).isEqualTo("members:read");
        assertThat(ReadScopes.of("order.paid")).isEqualTo("events:read");
    }

    @Test
    void patternsNeedTheScopesOfAllTheirTypes() {
        assertThat(ReadScopes.ofPattern("link.*")).containsExactly("links:read", "clicks:read");
        assertThat(ReadScopes.ofPattern("order.*")).containsExactly("events:read");
        assertThat(ReadScopes.ofPattern("*")).containsExactlyElementsOf(ReadScopes.all());
    }

    @Test
    void aRunNeedsTheScopeOfItsEventToo() {
        EventReader runs = EventReader.of(List.of("automation.runs:read"), List.of());
        EventReader both =
                EventReader.of(List.of("automation.runs:read", "messages:read"), List.of());

        assertThat(runs.mayReadRunOf("message.received")).isFalse();
        assertThat(runs.mayReadRunOf("schedule")).isTrue();
        assertThat(both.mayReadRunOf("message.received")).isTrue();
    }

    /** The run for the event of another run has the event of that one. */
    @Verifies("event-rights")
    @Test
    void aRunOfARunNeedsTheScopesOfEveryEvent() {
        String ofRun = "automation.run.succeeded";

        assertThat(EventReader.of(List.of("automation.runs:read"), List.of()).mayReadRunOf(ofRun))
                .isFalse();
        assertThat(EventReader.SERVICE.mayReadRunOf(ofRun)).isTrue();
    }

    @Verifies("event-rights")
    @ParameterizedTest
    @CsvSource({
        "link.created, , links:read, true",
        "link.created, , messages:read, false",
        "automation.run.failed, link.created, automation.runs:read, false",
        "automation.run.failed, link.created, links:read, false",
        "automation.run.failed, link.created, automation.runs:read links:read, true",
        "automation.run.failed, schedule, automation.runs:read, true",
        "automation.run.failed, , automation.runs:read, false"
    })
    void aDeliveryIsReadAsItsEvent(
            String type, @Nullable String runEventType, String scopes, boolean read) {
        Delivery delivery =
                new Delivery(
                        "dlv_1",
                        "ws_1",
                        "whk_1",
                        "evt_1",
                        type,
                        Sample.AT,
                        new byte[0],
                        false,
                        null,
                        Map.of(),
                        runEventType,
                        null,
                        null);

        assertThat(EventReader.of(List.of(scopes.split(" ")), List.of()).mayRead(delivery))
                .isEqualTo(read);
    }

    @Test
    void aTextCarriesAReader() {
        EventReader reader = EventReader.of(List.of("links:write"), List.of("lnk_1"));

        assertThat(EventReader.read(reader.text())).isEqualTo(reader);
        assertThat(EventReader.read(EventReader.SERVICE.text()).readsAll()).isTrue();
        assertThat(EventReader.read(null).groups()).isEmpty();
    }
}
