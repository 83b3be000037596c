package io.postrider.benchmarks;

import io.postrider.api.auth.ClientAddress;
import io.postrider.api.auth.KeyFreshness;
import io.postrider.api.auth.KeyGate;
import io.postrider.api.auth.KeyTable;
import io.postrider.api.http.Checked;
import io.postrider.api.http.PublicAddress;
import io.postrider.api.http.TrustedProxies;
import io.postrider.api.quotas.Quotas;
import io.postrider.api.sightings.Sightings;
import io.postrider.domain.keys.ApiKey;
import io.postrider.domain.keys.KeyEvent;
import io.postrider.domain.keys.KeyToken;
import io.postrider.domain.keys.Scopes;
import io.postrider.runtime.secrets.DataKeys;
import io.postrider.runtime.secrets.SecretBox;
import io.postrider.runtime.secrets.SecretFiles;
import io.postrider.runtime.secrets.TokenHasher;
import io.postrider.schemas.EventHeader;
import io.postrider.schemas.EventRecord;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.HdrHistogram.Histogram;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.web.server.MockServerWebExchange;
import org.springframework.web.reactive.function.server.HandlerStrategies;
import org.springframework.web.reactive.function.server.ServerRequest;

/**
 * What looking at a key adds to a request, alone and on one thread: from the headers to who it is, with its limit counted and
 * its use noted.
 */
final class KeyBenchmark {

    private static final double P99_MICROS_MOST = 20;
    private static final int KEYS = 10_000;
    private static final int REQUESTS = 5_000;
    private static final int WARM_UPS = 200_000;
    private static final int CALLS = 1_000_000;
    private static final int DIGITS = 3;
    private static final double MICROSECOND = 1_000;
    private static final String OPERATION = "GET /api/v1/links/{id}";
    private static final Instant MADE = Instant.parse("2026-11-01T00:00:00Z");

    private final Report report;
    private final Random random = new Random(1);
    private final TokenHasher hasher;
    private final KeyTable table = new KeyTable();
    private final KeyGate gate;

    /** @param folder for a pepper and a master key of its own */
    KeyBenchmark(Path folder, Report report) {
        this.report = report;
        SecretFiles secrets = SecretFiles.open(folder);
        this.hasher = secrets.tokenHasher();
        this.gate =
                new KeyGate(
                        table,
                        hasher,
                        new Fresh(),
                        ClientAddress.behind(TrustedProxies.none()),
                        new PublicAddress("http://localhost", "localhost"),
                        new Sightings(new SecretBox(new DataKeys(secrets))),
                        InstantSource.system(),
                        new Quotas(InstantSource.system(), "benchmark", false));
    }

    /** Nothing has been missed. */
    private static final class Fresh implements KeyFreshness {
        @Override
        public Duration age() {
            return Duration.ZERO;
        }

        @Override
        public boolean restored() {
            return true;
        }
    }

    void run() {
        report.heading("Keys");
        List<KeyToken> tokens = new ArrayList<>();
        for (int i = 0; i < KEYS; i++) {
            tokens.add(make(i));
        }
        Histogram right = measured(tokens, true);
        Histogram wrong = measured(unknown(tokens), false);
        report.say("%,d keys; each call is timed, and has another key.".formatted(KEYS));
        report.table(
                List.of("looking at a key, µs", "p50", "p99", "p99.9", "highest"),
                List.of(row("in force", right), row("wrong secret", wrong)));
        report.target(
                Target.atMost(
                        "looking at a key, p99, µs",
                        P99_MICROS_MOST,
                        right.getValueAtPercentile(99) / MICROSECOND,
                        1));
    }

    /** Every second one is for some addresses, of which the caller's is the last. */
    private KeyToken make(int number) {
        KeyToken token = new KeyToken("live", base62(KeyToken.PUBLIC_ID_LENGTH), secret());
        List<String> allowed =
                number % 2 == 0
                        ? List.of()
                        : List.of("192.0.2.0/24", "2001:db8::/32", "127.0.0.0/8");
        ApiKey key =
                new ApiKey(
                        "key_%026d".formatted(number),
                        "ws_%026d".formatted(number % 100),
                        token.publicId(),
                        "key " + number,
                        "live",
                        Scopes.all(),
                        List.of(),
                        allowed,
                        List.of(),
                        hasher.hash(token.text()),
                        TokenHasher.VERSION,
                        null,
                        1_000_000,
                        null,
                        null,
                        MADE,
                        MADE);
        table.apply(
                new EventRecord(
                        new EventHeader(
                                "evt",
                                "key.created",
                                MADE,
                                key.workspace(),
                                key.id(),
                                1,
                                null,
                                null,
                                null),
                        new KeyEvent.KeyCreated(key)));
        return token;
    }

    private List<KeyToken> unknown(List<KeyToken> tokens) {
        return tokens.stream()
                .map(token -> new KeyToken("live", token.publicId(), secret()))
                .toList();
    }

    private String secret() {
        return base62(KeyToken.SECRET_LENGTH);
    }

    private String base62(int length) {
        byte[] bytes = new byte[8 * length];
        random.nextBytes(bytes);
        return KeyToken.base62(bytes, length).orElseThrow();
    }

    private Histogram measured(List<KeyToken> tokens, boolean expected) {
        List<ServerRequest> requests =
                tokens.stream().limit(REQUESTS).map(KeyBenchmark::request).toList();
        Histogram nanos = new Histogram(Duration.ofMinutes(1).toNanos(), DIGITS);
        for (int i = 0; i < WARM_UPS + CALLS; i++) {
            ServerRequest request = requests.get(i % requests.size());
            long start = System.nanoTime();
            var admitted = gate.admit(request, OPERATION).block();
            long took = System.nanoTime() - start;
            if (admitted instanceof Checked.Valid != expected) {
                throw new BenchmarkFailed("a key was judged wrongly: " + admitted);
            }
            if (i >= WARM_UPS) {
                nanos.recordValue(took);
            }
        }
        return nanos;
    }

    private static ServerRequest request(KeyToken token) {
        return ServerRequest.create(
                MockServerWebExchange.from(
                        MockServerHttpRequest.get("/api/v1/links/lnk_1")
                                .remoteAddress(
                                        new InetSocketAddress(
                                                InetAddress.getLoopbackAddress(), 40_000))
                                .header("Authorization", "Bearer " + token.text())
                                .header("User-Agent", "curl/8.5")
                                .header("Accept", "application/json")),
                HandlerStrategies.withDefaults().messageReaders());
    }

    private static List<String> row(String what, Histogram nanos) {
        return List.of(
                what,
                shown(nanos.getValueAtPercentile(50)),
                shown(nanos.getValueAtPercentile(99)),
                shown(nanos.getValueAtPercentile(99.9)),
                shown(nanos.getMaxValue()));
    }

    private static String shown(long nanos) {
        return Spread.number(nanos / MICROSECOND, 1);
    }
}
