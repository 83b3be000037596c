package io.postrider.domain.webhooks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EventTypePatternTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "*",
                "link.*",
                "link.created",
                "automation.*",
                "automation.rule.*",
                "automation.rule.published",
                "instance.state_changed",
                "create",
                "list",
                "click",
                "order2.paid_in_full",
                "a.1"
            })
    void typesAndWholeSurfacesAreValid(String pattern) {
        assertThat(EventTypePattern.isValid(pattern)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                ".",
                ".*",
                "**",
                "*.*",
                "*.created",
                "link.",
                "link..created",
                ".created",
                "link*",
                "link.cre*",
                "link.*.x",
                "link.**",
                "Link.created",
                "link.Created",
                "link.created ",
                " link.created",
                "link.created\n",
                "link created",
                "link,created",
                "link-created",
                "1link",
                "_link",
                "l\u00efnk.created",
                "link.\u0661",
                "link/created",
                "link.created.*.*"
            })
    void anyOtherTextIsNot(String pattern) {
        assertThat(EventTypePattern.isValid(pattern)).isFalse();
    }

    @Test
    void aPatternHasAtMostAHundredCharacters() {
        assertThat(EventTypePattern.isValid("a".repeat(100))).isTrue();
        assertThat(EventTypePattern.isValid("a".repeat(101))).isFalse();
        assertThat(EventTypePattern.isValid("a".repeat(98) + ".*")).isTrue();
        assertThat(EventTypePattern.isValid("a".repeat(99) + ".*")).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "create, link.created",
        "list, link.listed",
        "click, link.clicked",
        "link.created, link.created",
        "link.*, link.*",
        "*, *",
        "created, created",
        "Create, Create",
    })
    void shortNamesStandForTypesAndAnythingElseForItself(String pattern, String canonical) {
        assertThat(EventTypePattern.canonical(pattern)).isEqualTo(canonical);
    }

    @ParameterizedTest
    @CsvSource({
        "*, link.created, true",
        "*, order, true",
        "link.created, link.created, true",
        "link.created, link.created.twice, false",
        "link.created, link.create, false",
        "link.created, xlink.created, false",
        "link.*, link.created, true",
        "link.*, link.created.twice, true",
        "link.*, link, false",
        "link.*, links.created, false",
        "link.*, key.created, false",
        "automation.*, automation.rule.published, true",
        "automation.rule.*, automation.rule.published, true",
        "automation.rule.*, automation.run.failed, false",
        "automation.rule.*, automation.rules.published, false",
        "link, link.created, false",
    })
    void aPatternMatchesItsTypeOrAllBelowItsDot(String pattern, String type, boolean matches) {
        assertThat(EventTypePattern.matches(pattern, type)).isEqualTo(matches);
    }

    @Test
    void aTypeIsFoundUnderAnyOfSeveralPatterns() {
        List<String> patterns = List.of("key.revoked", "link.*");

        assertThat(EventTypePattern.anyMatches(patterns, "key.revoked")).isTrue();
        assertThat(EventTypePattern.anyMatches(patterns, "link.clicked")).isTrue();
        assertThat(EventTypePattern.anyMatches(patterns, "key.created")).isFalse();
        assertThat(EventTypePattern.anyMatches(List.of(), "link.clicked")).isFalse();
    }
}
