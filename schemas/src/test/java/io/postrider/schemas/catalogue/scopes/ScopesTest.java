package io.postrider.schemas.catalogue.scopes;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.testkit.claims.Verifies;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScopesTest {

    @Test
    void theScopesAreThoseOfThisRelease() {
        assertThat(Scopes.all())
                .containsExactlyInAnyOrder(
                        "workspace:read",
                        "workspace:write",
                        "members:read",
                        "members:write",
                        "keys:read",
                        "keys:write",
                        "instances:read",
                        "instances:write",
                        "groups:read",
                        "groups:write",
                        "automation.endpoints:read",
                        "automation.endpoints:write",
                        "automation.endpoints:publish",
                        "automation.rules:read",
                        "automation.rules:write",
                        "automation.runs:read",
                        "automation.runs:write",
                        "media:read",
                        "media:write",
                        "contacts:read",
                        "contacts:write",
                        "messages:read",
                        "messages:send",
                        "links:read",
                        "links:write",
                        "webhooks:read",
                        "webhooks:write",
                        "models:read",
                        "models:write",
                        "models:invoke",
                        "clicks:read",
                        "events:read",
                        "events:publish",
                        "audit:read");
        assertThat(Scopes.all()).allMatch(Scopes::exists).isEqualTo(Scopes.all());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "*",
                "links",
                "links:",
                "links:*",
                ":read",
                "links:READ",
                "Links:read",
                "links:read ",
                "links:delete",
                "clicks:write",
                "messages:write",
                "audit:write"
            })
    void noOtherTextIsAScope(String text) {
        assertThat(Scopes.exists(text)).isFalse();
    }

    @Test
    void thePresetForLinksHasTheScopesOfShortLinks() {
        assertThat(Scopes.preset("links").orElseThrow())
                .containsExactlyInAnyOrder(
                        "links:read",
                        "links:write",
                        "clicks:read",
                        "webhooks:read",
                        "webhooks:write",
                        "events:read");
    }

    @ParameterizedTest
    @ValueSource(strings = {"links", "whatsapp", "automation"})
    void thePresetOfASurfaceHoldsItsWebhooksAndEventsAndNothingOfTheWorkspace(String preset) {
        assertThat(Scopes.preset(preset).orElseThrow())
                .contains("webhooks:write", "events:read")
                .noneMatch(scope -> scope.matches("(keys|workspace|members|audit):.*"));
    }

    @Test
    void thePresetForAutomationPublishesEventsAndRulesOnEverySurface() {
        assertThat(Scopes.preset("automation").orElseThrow())
                .contains(
                        "events:publish",
                        "automation.rules:write",
                        "automation.endpoints:publish",
                        "links:write",
                        "messages:send",
                        "contacts:write",
                        "models:invoke");
    }

    @Test
    void thePresetReadOnlyHoldsEveryReadAndNothingElse() {
        List<String> reads = new ArrayList<>(Scopes.all());
        reads.removeIf(scope -> !scope.endsWith(":read"));

        assertThat(Scopes.preset("read_only").orElseThrow())
                .containsExactlyInAnyOrderElementsOf(reads)
                .contains("links:read", "clicks:read", "audit:read")
                .noneMatch(scope -> scope.matches(".*:(write|send|invoke|publish|replay)"));
    }

    @Test
    void thePresetFullHoldsEverything() {
        assertThat(Scopes.preset("full").orElseThrow())
                .containsExactlyInAnyOrderElementsOf(Scopes.all());
    }

    @ParameterizedTest
    @ValueSource(strings = {"links", "whatsapp", "automation", "read_only", "full"})
    void aPresetNamesScopesThatExistOnce(String preset) {
        assertThat(Scopes.preset(preset).orElseThrow())
                .isNotEmpty()
                .allMatch(Scopes::exists)
                .doesNotHaveDuplicates()
                .isUnmodifiable();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "automations", "FULL", "Links", "read-only", "all", "links:read"})
    void thereIsNoOtherPreset(String preset) {
        assertThat(Scopes.preset(preset)).isEmpty();
    }

    static List<String> everyScope() {
        return Scopes.all();
    }

    @ParameterizedTest
    @Verifies("key-grants")
    @MethodSource("everyScope")
    void aScopeCoversItselfAndWriteTheReadOfItsResource(String held) {
        List<String> covered = new ArrayList<>(List.of(held));
        if (held.endsWith(":write")) {
            covered.add(held.replace(":write", ":read"));
        }

        assertThat(Scopes.all().stream().filter(wanted -> Scopes.covers(List.of(held), wanted)))
                .containsExactlyInAnyOrderElementsOf(covered);
    }

    @Test
    void severalScopesCoverTheirUnion() {
        List<String> held = List.of("clicks:read", "links:write");

        assertThat(Scopes.covers(held, "links:read")).isTrue();
        assertThat(Scopes.covers(held, "clicks:read")).isTrue();
        assertThat(Scopes.covers(held, "clicks:write")).isFalse();
        assertThat(Scopes.covers(List.of(), "links:read")).isFalse();
    }
}
