package io.postrider.schemas.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.domain.webhooks.EventTypePattern;
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
                "model.*",
                "model.created"
            })
    void typesAndGroupsOfTheCatalogueCanMatch(String pattern) {
        assertThat(EventTypes.objection(pattern)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"order.paid", "order.*", "order.line.added", "linkx.created"})
    void publishableTypesCanMatch(String pattern) {
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
                "model.connection",
                "model.typo.*",
                "model.connection.done"
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
    void malformedTypesAreRejected(String text) {
        assertThat(EventTypes.objection(text))
                .contains("Expected a type such as link.created, or a group such as link.*.");
    }

    @Test
    void suggestionsAreListed() {
        assertThat(EventTypes.objection("model.connection").orElseThrow())
                .isEqualTo(
                        "Unknown type. Types of this group: model.created, model.updated,"
                                + " model.deleted, model.connection.created,"
                                + " model.connection.updated, model.connection.deleted, model.*.");
        assertThat(EventTypes.objection("order").orElseThrow())
                .isEqualTo(
                        "Expected a type with a group and a name, such as link.created. Groups of Postrider:"
                                + " link.*, key.*, webhook.*, model.*, instance.*, message.*, contact.*, template.*, group.*, media.*, automation.*, workspace.*, delivery.*.");
    }
}
