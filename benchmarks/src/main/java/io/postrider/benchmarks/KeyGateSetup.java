package io.postrider.benchmarks;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.postrider.domain.kernel.Base62;
import io.postrider.domain.keys.ApiKey;
import io.postrider.domain.keys.KeyEvent;
import io.postrider.domain.keys.KeyToken;
import io.postrider.identity.audit.KafkaAuditTrail;
import io.postrider.identity.auth.ApiKeyAuthenticator;
import io.postrider.identity.auth.KeyFreshness;
import io.postrider.identity.auth.KeyReplica;
import io.postrider.identity.auth.LastSeenRetention;
import io.postrider.identity.auth.SessionSettings;
import io.postrider.identity.auth.UserReplica;
import io.postrider.identity.auth.WorkspaceOwners;
import io.postrider.identity.auth.WorkspaceReplica;
import io.postrider.identity.lastseen.LastSeenTracker;
import io.postrider.identity.ratelimit.ClusterRateLimiter;
import io.postrider.platform.kafka.BestEffortPublisher;
import io.postrider.platform.offsets.Partitions;
import io.postrider.platform.secrets.DataKeys;
import io.postrider.platform.secrets.SecretBox;
import io.postrider.platform.secrets.SecretFiles;
import io.postrider.platform.secrets.TokenHasher;
import io.postrider.platform.settings.Settings;
import io.postrider.schemas.EventHeader;
import io.postrider.schemas.EventRecord;
import io.postrider.schemas.catalogue.scopes.Scopes;
import io.postrider.schemas.codec.LockedSchemaIds;
import io.postrider.web.problem.Validated;
import io.postrider.web.resource.IdGenerator;
import io.postrider.web.route.AuditTrail;
import io.postrider.web.server.ClientAddress;
import io.postrider.web.server.PublicAddress;
import io.postrider.web.server.RequestId;
import io.postrider.web.server.TrustedProxies;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.web.server.MockServerWebExchange;
import org.springframework.web.reactive.function.server.HandlerStrategies;
import org.springframework.web.reactive.function.server.ServerRequest;

/** A gate for keys with everything that it looks at, and keys for it. */
final class KeyGateSetup {

    private static final String OPERATION = "GET /api/v1/links/{id}";
    private static final Instant MADE = Instant.parse("2026-11-01T00:00:00Z");

    private final Random random = new Random(1);
    private final TokenHasher hasher;
    private final KeyReplica table = new KeyReplica(InstantSource.system());
    private final ApiKeyAuthenticator gate;
    private int made;

    /** @param folder for a pepper and a master key of its own */
    KeyGateSetup(Path folder) {
        SecretFiles secrets = SecretFiles.open(folder);
        this.hasher = secrets.tokenHasher();
        this.gate =
                new ApiKeyAuthenticator(
                        table,
                        hasher,
                        new Fresh(),
                        ClientAddress.behind(TrustedProxies.none()),
                        new PublicAddress("http://localhost", "localhost"),
                        lastSeen(secrets),
                        audit(secrets),
                        new RequestId(InstantSource.system(), random),
                        InstantSource.system(),
                        new ClusterRateLimiter(InstantSource.system(), "benchmark", false),
                        new SimpleMeterRegistry());
    }

    private LastSeenTracker lastSeen(SecretFiles secrets) {
        return new LastSeenTracker(
                new SecretBox(new DataKeys(secrets)),
                new LastSeenRetention(
                        table,
                        new UserReplica(),
                        new Fresh(),
                        Settings.from(Map.of()).bind(SessionSettings.class),
                        InstantSource.system()),
                key -> key);
    }

    /** As it is told of refusals, with a log that takes everything. */
    private static AuditTrail audit(SecretFiles secrets) {
        LockedSchemaIds ids = LockedSchemaIds.shipped();
        var log =
                new MockProducer<byte[], byte[]>(
                        true, null, new ByteArraySerializer(), new ByteArraySerializer());
        return new KafkaAuditTrail(
                new BestEffortPublisher("audit", log, new SimpleMeterRegistry()),
                new Partitions(1),
                ids,
                new SecretBox(new DataKeys(secrets)),
                new IdGenerator(
                        InstantSource.system(), new SecureRandom(), secrets.derive("audit")),
                new WorkspaceOwners(new WorkspaceReplica(), new UserReplica()));
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

    /** The kind of key in a request. */
    enum Kind {
        IN_FORCE,
        IN_FORCE_FROM_HERE,
        REVOKED,
        EXPIRED,
        FROM_ELSEWHERE,
        WRONG_SECRET,
        UNKNOWN;

        private List<String> allowed() {
            return switch (this) {
                case IN_FORCE_FROM_HERE -> List.of("192.0.2.0/24", "2001:db8::/32", "127.0.0.0/8");
                case FROM_ELSEWHERE -> List.of("192.0.2.0/24");
                default -> List.of();
            };
        }
    }

    /** A request with a new key of a kind. */
    ServerRequest request(Kind kind) {
        KeyToken token = new KeyToken("live", base62(KeyToken.PUBLIC_ID_LENGTH), secret());
        if (kind != Kind.UNKNOWN) {
            add(key(token, kind));
        }
        return request(
                kind == Kind.WRONG_SECRET
                        ? new KeyToken("live", token.publicId(), secret())
                        : token);
    }

    /** Whether it is let in. */
    boolean admits(ServerRequest request) {
        return gate.admit(request, OPERATION).block() instanceof Validated.Valid;
    }

    private ApiKey key(KeyToken token, Kind kind) {
        int number = made++;
        return new ApiKey(
                "key_%026d".formatted(number),
                "ws_%026d".formatted(number % 100),
                token.publicId(),
                "key " + number,
                "live",
                Scopes.all(),
                List.of(),
                kind.allowed(),
                List.of(),
                hasher.hash(token.text()),
                TokenHasher.VERSION,
                null,
                1_000_000,
                kind == Kind.EXPIRED ? MADE : null,
                kind == Kind.REVOKED ? MADE : null,
                MADE,
                MADE);
    }

    private void add(ApiKey key) {
        EventHeader header =
                new EventHeader(
                        "evt", "key.created", MADE, key.workspace(), key.id(), 1, null, null, null);
        table.apply(new EventRecord(header, new KeyEvent.KeyCreated(key)));
    }

    private String secret() {
        return base62(KeyToken.SECRET_LENGTH);
    }

    private String base62(int length) {
        byte[] bytes = new byte[8 * length];
        random.nextBytes(bytes);
        return Base62.text(bytes, length).orElseThrow();
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
}
