package io.postrider.domain.links;

import static io.postrider.domain.links.LinkSamples.EMPTY_PATCH;
import static io.postrider.domain.links.LinkSamples.WORKSPACE;
import static io.postrider.domain.links.LinkSamples.bare;
import static io.postrider.domain.links.LinkSamples.full;
import static io.postrider.testkit.records.Records.camelCase;
import static io.postrider.testkit.records.Records.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.domain.kernel.DeciderSpec;
import io.postrider.domain.links.LinkCommand.UpdateLink;
import io.postrider.domain.links.LinkEvent.LinkCreated;
import io.postrider.domain.links.LinkEvent.LinkUpdated;
import java.lang.reflect.RecordComponent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class LinkPatchTest {

    private static final Instant AT = Instant.parse("2026-02-03T04:05:06Z");

    /** New values, none of which {@link LinkSamples#bare} or {@link LinkSamples#full} has. */
    private static final Map<String, Object> NEW_VALUES =
            Map.ofEntries(
                    Map.entry("url", "https://example.org/new"),
                    Map.entry("title", "New"),
                    Map.entry("tags", List.of("new", "spring")),
                    Map.entry("starts_at", Instant.parse("2026-03-02T00:00:00Z")),
                    Map.entry("expires_at", Instant.parse("2026-04-02T00:00:00Z")),
                    Map.entry("expired_url", "https://example.org/gone"),
                    Map.entry("max_clicks", 7L),
                    Map.entry("status_code", 308),
                    Map.entry("external_id", "crm-18"),
                    Map.entry("metadata", Map.of("owner", "ada")));

    private final DeciderSpec<LinkCommand, LinkState, LinkEvent> spec =
            DeciderSpec.of(new LinkDecider(), AT);

    static Stream<String> everyField() {
        return Stream.of(LinkPatch.class.getRecordComponents())
                .map(RecordComponent::getName)
                .filter(name -> !name.equals("changed"))
                .map(name -> name.replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT));
    }

    @ParameterizedTest
    @MethodSource("everyField")
    void aNamedFieldIsSetAndTheOthersStay(String field) {
        for (Link link : List.of(bare(WORKSPACE), full())) {
            // given
            Object value = newValue(field, link);
            LinkPatch patch = with(valuesFor(link), "changed", List.of(field));

            // then
            spec.given(new LinkCreated(link))
                    .when(new UpdateLink(WORKSPACE, patch))
                    .then(new LinkUpdated(changed(link, field, value)))
                    .when(new UpdateLink(WORKSPACE, patch))
                    .thenNothing();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "title, true",
        "starts_at, true",
        "expires_at, true",
        "expired_url, true",
        "external_id, true",
        "tags, true",
        "metadata, true",
        "url, false",
        "status_code, false",
        "forward_query, false",
    })
    void aNamedFieldWithoutAValueIsClearedIfTheLinkCanDoWithoutIt(String field, boolean can) {
        // given
        UpdateLink clear = new UpdateLink(WORKSPACE, with(EMPTY_PATCH, "changed", List.of(field)));
        @Nullable Object none =
                switch (field) {
                    case "tags" -> List.of();
                    case "metadata" -> Map.of();
                    default -> null;
                };

        // then
        if (can) {
            spec.given(new LinkCreated(full()))
                    .when(clear)
                    .then(new LinkUpdated(changed(full(), field, none)));
        } else {
            spec.given(new LinkCreated(full())).when(clear).thenNothing();
        }
    }

    @Test
    void aPatchOfABlankLinkMakesALink() {
        Link blank = Link.blank("lnk_1", WORKSPACE, "go.example.com", "abc", AT);
        LinkPatch patch =
                with(with(EMPTY_PATCH, "changed", List.of("url")), "url", "https://example.org/");

        assertThat(patch.applyTo(blank, AT))
                .isEqualTo(with(blank, "url", "https://example.org/"))
                .extracting(Link::statusCode, Link::forwardQuery, Link::admittedClicks)
                .containsExactly(302, false, 0L);
    }

    @Test
    void fieldsThatAreNotNamedStayWhateverThePatchHolds() {
        for (Link link : List.of(bare(WORKSPACE), full())) {
            spec.given(new LinkCreated(link))
                    .when(new UpdateLink(WORKSPACE, valuesFor(link)))
                    .thenNothing();
        }
    }

    @Test
    void aPatchToTheValuesThatHoldAddsNothing() {
        Link link = full();
        LinkPatch same =
                new LinkPatch(
                        everyField().toList(),
                        link.url(),
                        link.title(),
                        link.tags(),
                        link.startsAt(),
                        link.expiresAt(),
                        link.expiredUrl(),
                        link.maxClicks(),
                        link.statusCode(),
                        link.forwardQuery(),
                        link.externalId(),
                        link.metadata());

        spec.given(new LinkCreated(link)).when(new UpdateLink(WORKSPACE, same)).thenNothing();
    }

    @ParameterizedTest
    @ValueSource(strings = {"id", "workspace", "domain", "slug", "created_at", "nonsense", "URL"})
    void aNameThatIsNotAFieldChangesNothing(String name) {
        spec.given(new LinkCreated(full()))
                .when(new UpdateLink(WORKSPACE, with(valuesFor(full()), "changed", List.of(name))))
                .thenNothing();
    }

    @Test
    void linksAndPatchesKeepTheirContentWhateverBecomesOfItsSource() {
        // given
        List<String> tags = new ArrayList<>(List.of("a"));
        Map<String, String> metadata = new HashMap<>(Map.of("a", "b"));
        Link link = with(with(full(), "tags", tags), "metadata", metadata);
        LinkPatch patch =
                with(with(with(EMPTY_PATCH, "changed", tags), "tags", tags), "metadata", metadata);

        // when
        tags.add("c");
        metadata.put("c", "d");

        // then
        assertThat(List.of(link.tags(), patch.tags(), patch.changed())).containsOnly(List.of("a"));
        assertThat(List.of(link.metadata(), patch.metadata())).containsOnly(Map.of("a", "b"));
        assertThatThrownBy(() -> link.tags().add("c"))
                .isInstanceOf(UnsupportedOperationException.class);
    }

    private static Object newValue(String field, Link link) {
        // A boolean has no third value that neither sample holds.
        Object value = field.equals("forward_query") ? !link.forwardQuery() : NEW_VALUES.get(field);
        return Objects.requireNonNull(value, "no new value for " + field);
    }

    private static LinkPatch valuesFor(Link link) {
        LinkPatch patch = EMPTY_PATCH;
        for (String field : everyField().toList()) {
            patch = with(patch, camelCase(field), newValue(field, link));
        }
        return patch;
    }

    private static Link changed(Link link, String field, @Nullable Object value) {
        return with(with(link, camelCase(field), value), "updatedAt", AT);
    }
}
