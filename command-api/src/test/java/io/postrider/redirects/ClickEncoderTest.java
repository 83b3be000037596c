package io.postrider.redirects;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.handler.codec.http.DefaultHttpHeadersFactory;
import io.netty.handler.codec.http.HttpHeaders;
import io.postrider.domain.kernel.Id;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.links.Link;
import io.postrider.redirects.spool.ClickSpool;
import io.postrider.redirects.spool.SpoolSettings;
import io.postrider.schemas.RawClick;
import io.postrider.schemas.codec.LockedSchemaIds;
import io.postrider.schemas.codec.ValueCodec;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClickEncoderTest {

    private static final ValueCodec<RawClick> CODEC =
            ValueCodec.rawClicks(LockedSchemaIds.shipped());
    private static final String[] ALPHABETS = {"aZ0 -_/;()", "äßé", "日本語", "👍🏽🐎", "a👍ä日"};

    @TempDir private static Path folder;
    private static ClickSpool spool;
    private static RedirectLane lane;

    @BeforeAll
    static void openSpool() {
        spool = ClickSpool.open(folder, new SpoolSettings(1, 4_096, 1 << 20));
        lane =
                new RedirectLane(
                        spool.lane(0),
                        new ClickEncoder(CODEC.prefix(), "node", 0),
                        new RequestIds(new Random()));
    }

    @AfterAll
    static void closeSpool() {
        spool.close();
    }

    @Test
    void randomClicksAreWrittenAsByTheCodec() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 3_000; i++) {
            RawClick click = randomClick(random);
            assertThat(encoded(click))
                    .as("seed %d, click %d", seed, i)
                    .isEqualTo(CODEC.encode(click));
        }
    }

    @Test
    void cutsLongHeadersBetweenTwoCharacters() {
        String agent = "a".repeat(511) + "ä";
        RawClick click = click(agent, "b".repeat(2_000), "日".repeat(100));
        RawClick read = CODEC.decode(encoded(click));
        assertThat(read.userAgent()).isEqualTo("a".repeat(511));
        assertThat(read.referrer()).isEqualTo("b".repeat(1_024));
        assertThat(read.acceptLanguage()).isEqualTo("日".repeat(85));
    }

    @Test
    void invalidUtf8IsReadAsLatin1() {
        HttpHeaders headers = unchecked().set("User-Agent", "caf\u00e9");
        RawClick click = click(null, null, null);
        assertThat(CODEC.decode(encoded(click, headers)).userAgent()).isEqualTo("café");
    }

    private static RawClick click(
            @Nullable String agent, @Nullable String referrer, @Nullable String language) {
        return new RawClick(
                "node",
                3,
                7,
                SampleLink.NOW,
                SampleLink.WORKSPACE,
                "lnk_a",
                1,
                "go.example",
                "a",
                "https://t.example/",
                302,
                "GET",
                null,
                null,
                new byte[] {1, 2, 3, 4},
                agent,
                referrer,
                language,
                null,
                "req_1",
                "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01");
    }

    private static RawClick randomClick(Random random) {
        byte[] ip = new byte[random.nextBoolean() ? 4 : 16];
        random.nextBytes(ip);
        return new RawClick(
                text(random, 20),
                random.nextInt(1_000),
                random.nextLong() & Long.MAX_VALUE,
                Instant.ofEpochMilli(random.nextLong(1L << 42)),
                text(random, 30),
                text(random, 30),
                random.nextLong(1L << 40),
                text(random, 40),
                text(random, 100),
                "https://t.example/" + "p".repeat(random.nextInt(9_000)),
                301 + random.nextInt(8),
                "GET",
                id(random, IdKind.MSG),
                id(random, IdKind.CTC),
                ip,
                header(random, 512),
                header(random, 1_024),
                header(random, 256),
                header(random, 64),
                "req_" + random.nextInt(),
                null);
    }

    private static @Nullable String id(Random random, IdKind kind) {
        return random.nextBoolean() ? null : Id.of(kind, new UUID(1, random.nextLong()));
    }

    private static @Nullable String header(Random random, int bytesMax) {
        String text = text(random, bytesMax / 12);
        return random.nextInt(4) == 0 ? null : text;
    }

    private static String text(Random random, int charactersMax) {
        int[] alphabet = ALPHABETS[random.nextInt(ALPHABETS.length)].codePoints().toArray();
        StringBuilder out = new StringBuilder();
        for (int n = random.nextInt(charactersMax + 1); n > 0; n--) {
            out.appendCodePoint(alphabet[random.nextInt(alphabet.length)]);
        }
        return out.toString();
    }

    private static byte[] encoded(RawClick click) {
        HttpHeaders headers = unchecked();
        set(headers, "User-Agent", click.userAgent());
        set(headers, "Referer", click.referrer());
        set(headers, "Accept-Language", click.acceptLanguage());
        set(headers, "Sec-Purpose", click.purpose());
        return encoded(click, headers);
    }

    private static byte[] encoded(RawClick click, HttpHeaders headers) {
        ClickEncoder encoder = new ClickEncoder(CODEC.prefix(), click.node(), click.lane());
        AvroBuffer buffer =
                encoder.encode(
                        click.sequence(), prepared(click).clickPart(), visit(click, headers));
        return Arrays.copyOf(buffer.array(), buffer.length());
    }

    private static HttpHeaders unchecked() {
        return DefaultHttpHeadersFactory.headersFactory().withValidation(false).newHeaders();
    }

    /** As a decoder hands it over: one character per byte. */
    private static void set(HttpHeaders headers, String name, @Nullable String value) {
        if (value != null) {
            headers.set(name, new String(value.getBytes(UTF_8), ISO_8859_1));
        }
    }

    private static PreparedLink prepared(RawClick click) {
        Link sample = SampleLink.of("a", click.url()).link();
        Link link =
                new Link(
                        click.linkId(),
                        click.workspace(),
                        click.domain(),
                        click.slug(),
                        click.url(),
                        null,
                        sample.tags(),
                        null,
                        null,
                        null,
                        null,
                        0,
                        click.statusCode(),
                        false,
                        null,
                        metadata(click),
                        sample.createdAt(),
                        sample.updatedAt());
        return PreparedLink.of(new LinkEntry(link, click.linkVersion(), false));
    }

    private static Map<String, String> metadata(RawClick click) {
        Map<String, String> metadata = new HashMap<>(Map.of("team", "growth"));
        metadata.put("message_id", String.valueOf(click.messageId()));
        metadata.put("contact_id", String.valueOf(click.contactId()));
        return metadata;
    }

    private static RedirectRequest visit(RawClick click, HttpHeaders headers) {
        SlugPath path = new SlugPath(null, "a", false, null);
        byte[] ip = click.ip() == null ? new byte[4] : click.ip();
        String requestId = click.requestId() == null ? "" : click.requestId();
        return new RedirectRequest(
                lane,
                headers,
                path,
                click.domain(),
                false,
                ip,
                requestId,
                click.at().toEpochMilli(),
                click.traceparent());
    }
}
