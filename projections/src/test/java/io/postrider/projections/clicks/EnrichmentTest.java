package io.postrider.projections.clicks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.postrider.schemas.Click;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.LinkClicked;
import io.postrider.schemas.RawClick;
import io.postrider.testkit.claims.Verifies;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EnrichmentTest {

    private static final Instant AT = Instant.parse("2026-11-21T23:59:00Z");
    private static final String PHONE =
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15"
                    + " Version/18.0 Mobile/15E148 Safari/604.1";

    private final Enrichment enrichment =
            new Enrichment(new VisitorHash(new byte[] {1, 2, 3}), new UserAgentCache());

    @ParameterizedTest
    @Verifies("bots-not-counted")
    @CsvSource(
            delimiter = '|',
            value = {
                "curl/8.5.0 | bot",
                "python-requests/2.32 | bot",
                "'' | bot",
                "WhatsApp/2.23.20.0 A | preview",
                "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots) | preview",
                "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html) | bot",
                "Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36 | human"
            })
    void visitorsAreClassifiedByTheirUserAgent(String agent, String verdict) {
        assertThat(click(raw(1, AT, agent, null)).verdict()).isEqualTo(verdict);
    }

    @Test
    void aClickWithoutAnAgentIsOfARobot() {
        Click click = click(raw(1, AT, null, null));

        assertThat(click.verdict()).isEqualTo("bot");
        assertThat(click.verdictReason()).isEqualTo("empty");
    }

    /** The redirect node has shown a card; that settles it, whatever is known of the agent. */
    @Test
    @Verifies("bots-not-counted")
    void aClickThatGotACardIsAPreview() {
        Click click = click(raw(1, AT, PHONE, null, 200));

        assertThat(click.verdict()).isEqualTo("preview");
        assertThat(click.statusCode()).isEqualTo(200);
    }

    @Test
    @Verifies("bots-not-counted")
    void aPrefetchIsNoVisit() {
        assertThat(click(raw(1, AT, PHONE, "prefetch;prerender")).verdict()).isEqualTo("prefetch");
    }

    @ParameterizedTest
    @Verifies("visitor-words")
    @CsvSource(
            nullValues = "-",
            value = {
                "de-DE;q=0.9, de-DE",
                "zh-Hant-TW, zh-Hant-TW",
                "es-419, es-419",
                "en, en",
                "sk-live-4Qp51c8R02, -",
                "+4915112345678, -",
                "ana@example.com, -",
                "en-secret99, -"
            })
    void aLanguageIsATag(String header, @Nullable String language) {
        assertThat(click(raw(1, AT, PHONE, null, 302, header)).language()).isEqualTo(language);
    }

    @Test
    void phonesAreRecognised() {
        Click click = click(raw(1, AT, PHONE, null));

        assertThat(click.device()).isEqualTo("mobile");
        assertThat(click.os()).isEqualTo("ios");
        assertThat(click.browser()).isEqualTo("safari");
        assertThat(click.language()).isEqualTo("de-DE");
        assertThat(click.referrer()).isEqualTo("https://news.example/a/b");
    }

    @Test
    void theMessageAndTheContactOfTheLinkAreShown() {
        Click click = click(raw(1, AT, PHONE, null));

        assertThat(click.messageId()).isEqualTo("msg_1");
        assertThat(click.contactId()).isEqualTo("ctc_1");
    }

    @Test
    void theSameRawClickGivesTheSamePublicOneAndAnotherGivesAnother() {
        EventRecord first = enrichment.enrich(raw(7, AT, PHONE, null));
        EventRecord again =
                new Enrichment(new VisitorHash(new byte[] {1, 2, 3}), new UserAgentCache())
                        .enrich(raw(7, AT, PHONE, null));
        EventRecord other = enrichment.enrich(raw(8, AT, PHONE, null));

        assertThat(again).isEqualTo(first);
        assertThat(other.header().id()).isNotEqualTo(first.header().id());
        assertThat(first.header().id()).startsWith("evt_");
        assertThat(click(raw(7, AT, PHONE, null)).id()).startsWith("clk_");
    }

    @Test
    @Verifies("visitor-hash")
    void aVisitorIsRecognisedWithinADayAndNotBeyondItNorAcrossWorkspaces() {
        String today = visitor(raw(1, AT, PHONE, null));

        assertThat(visitor(raw(2, AT.plusSeconds(10), PHONE, null))).isEqualTo(today);
        assertThat(visitor(raw(3, AT.plus(Duration.ofMinutes(2)), PHONE, null)))
                .isNotEqualTo(today);
        assertThat(visitor(raw(4, AT, "curl/8", null))).isNotEqualTo(today);
    }

    private @Nullable String visitor(RawClick raw) {
        return click(raw).visitor();
    }

    private Click click(RawClick raw) {
        return enrichment.enrich(raw).payload() instanceof LinkClicked clicked
                ? clicked.click()
                : fail("no click");
    }

    private static RawClick raw(
            long sequence, Instant at, @Nullable String agent, @Nullable String purpose) {
        return raw(sequence, at, agent, purpose, 302);
    }

    private static RawClick raw(
            long sequence,
            Instant at,
            @Nullable String agent,
            @Nullable String purpose,
            int status) {
        return raw(sequence, at, agent, purpose, status, "de-DE,de;q=0.9");
    }

    private static RawClick raw(
            long sequence,
            Instant at,
            @Nullable String agent,
            @Nullable String purpose,
            int status,
            String language) {
        return new RawClick(
                "node",
                0,
                sequence,
                at,
                "ws_1",
                "lnk_1",
                1,
                "localhost",
                "hello",
                "https://example.com/",
                status,
                "GET",
                "msg_1",
                "ctc_1",
                new byte[] {10, 0, 0, 1},
                agent,
                "https://news.example/a/b?utm=1#x",
                language,
                purpose,
                "req_1",
                null);
    }
}
