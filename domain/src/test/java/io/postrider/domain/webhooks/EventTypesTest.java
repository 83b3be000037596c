package io.postrider.domain.webhooks;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EventTypesTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "*",
                "link.*",
                "link.created",
                "link.expired",
                "key.rotated",
                "message.reaction",
                "delivery.exhausted",
                "automation.*",
                "automation.endpoint.*",
                "automation.endpoint.created",
                "automation.endpoint.schema.*",
                "automation.run.*",
                "automation.run.failed",
                "model.*",
                "model.created"
            })
    void typesAndGroupsOfTheCatalogueCanMatch(String pattern) {
        assertThat(EventTypes.objection(pattern)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"order.paid", "order.*", "order.line.added", "linkx.created"})
    void whatOthersMayPublishCanMatch(String pattern) {
        assertThat(EventTypes.objection(pattern)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "link",
                "key",
                "order",
                "created",
                "link.typo",
                "link.create",
                "link.created.*",
                "link.created.now",
                "link.c.*",
                "automation.endpoint",
                "automation.typo.*",
                "automation.run.done"
            })
    void anythingElseCannot(String pattern) {
        assertThat(EventTypePattern.isValid(pattern)).isTrue();
        assertThat(EventTypes.objection(pattern)).isPresent();
    }

    @ParameterizedTest
    @ValueSource(strings = {"create", "list", "click"})
    void theShortNamesOfTheDescriptionCanMatch(String name) {
        assertThat(EventTypes.objection(name)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Link.created", "link.**", "link..created", " link.created"})
    void whatHasNoSuchShapeIsRefused(String text) {
        assertThat(EventTypes.objection(text))
                .contains("Expected a type such as link.created, or a group such as link.*.");
    }

    @Test
    void whatCouldHaveBeenMeantIsListed() {
        assertThat(EventTypes.objection("delivery").orElseThrow())
                .isEqualTo("There is no such type; there are delivery.exhausted, delivery.*.");
        assertThat(EventTypes.objection("automation.run").orElseThrow())
                .startsWith("There is no such type; there are automation.endpoint.*, ")
                .endsWith(", automation.*.");
        assertThat(EventTypes.objection("order").orElseThrow())
                .isEqualTo(
                        "A type has a group and a name, as link.created has; the groups of the"
                                + " service are key.*, link.*, instance.*, message.*, contact.*,"
                                + " group.*, webhook.*, workspace.*, delivery.*, automation.*,"
                                + " model.*.");
    }
}
