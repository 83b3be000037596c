package io.postrider.identity.auth;

import static io.postrider.testkit.records.Records.with;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.util.NetUtil;
import io.postrider.api.Caller;
import io.postrider.api.Response;
import io.postrider.api.TestApi;
import io.postrider.domain.keys.ApiKey;
import io.postrider.domain.keys.KeyEvent;
import io.postrider.domain.keys.KeyToken;
import io.postrider.domain.keys.OldSecret;
import io.postrider.platform.secrets.TokenHasher;
import io.postrider.schemas.Actor;
import io.postrider.testkit.claims.Verifies;
import io.postrider.web.route.AuditTrail;
import io.postrider.web.route.AuditTrail.Deed;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Valid keys are authenticated, and invalid ones do not learn the reason. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ApiKeyAuthenticatorTest {

    private static final String ME = "/api/v1/me";
    private static final String LINKS = "/api/v1/links";
    private static final String LINK = "{\"url\":\"https://example.com/\"}";

    @AutoClose private final TestApi api = new TestApi();

    @BeforeEach
    void everythingIsWell() {
        api.keyAge(Duration.ZERO);
        api.restored(true);
    }

    @Test
    @Verifies("key-one-answer")
    void allInvalidKeysGetTheSameResponse() {
        String known = api.key(TestApi.WORKSPACE);
        ApiKey[] made = new ApiKey[1];
        String revoked =
                api.key(
                        TestApi.WORKSPACE,
                        key -> {
                            made[0] = key;
                            return key;
                        });
        assertThat(api.callerAs(revoked).get(ME).status()).isEqualTo(200);
        revoke(made[0]);
        String expired = special(key -> with(key, "expiresAt", api.now()));
        String fromElsewhere = special(key -> with(key, "ipAllow", List.of("198.51.100.0/24")));
        api.peer(NetUtil.createByteArrayFromIpAddressString("203.0.113.9"));

        Response anonymous = api.anonymous().get(ME);
        assertThat(anonymous.status()).isEqualTo(401);
        assertThat(anonymous.code()).isEqualTo("unauthorized");
        assertThat(anonymous.header("WWW-Authenticate")).isEqualTo("Bearer realm=\"postrider\"");
        for (String token :
                List.of(
                        revoked,
                        expired,
                        fromElsewhere,
                        "nonsense",
                        known + "x",
                        otherSecret(known, revoked))) {
            Response told = api.callerAs(token).get(ME);
            assertThat(told.status()).as(token).isEqualTo(401);
            assertThat(told.member("detail")).isEqualTo(anonymous.member("detail"));
            assertThat(told.header("WWW-Authenticate"))
                    .isEqualTo(anonymous.header("WWW-Authenticate"));
            assertThat(told.header("RateLimit")).isEqualTo(anonymous.header("RateLimit"));
            assertThat(withoutItsId(told)).as(token).isEqualTo(withoutItsId(anonymous));
            assertThat(told.headers().headerNames()).isEqualTo(anonymous.headers().headerNames());
        }
    }

    private static String withoutItsId(Response told) {
        return told.text().replace(told.header("X-Request-Id"), "");
    }

    @Test
    @Verifies("key-denials-audited")
    void theAuditHasWhyAKeyWasNotLetIn() {
        api.peer(NetUtil.createByteArrayFromIpAddressString("203.0.113.9"));
        String revoked = special(key -> with(key, "revokedAt", api.now()));
        String expired = special(key -> with(key, "expiresAt", api.now()));
        String fromElsewhere = special(key -> with(key, "ipAllow", List.of("198.51.100.0/24")));
        String gone =
                special(key -> with(with(key, "revokedAt", api.now()), "expiresAt", api.now()));

        assertThat(refusal(revoked)).isEqualTo("key_revoked");
        assertThat(refusal(expired)).isEqualTo("key_expired");
        assertThat(refusal(fromElsewhere)).isEqualTo("address_not_allowed");
        assertThat(refusal(gone)).isEqualTo("key_revoked");
    }

    @Test
    @Verifies("key-denials-audited")
    void theAuditHasWhichKeyItWasAndFromWhereAndForWhat() {
        api.peer(NetUtil.createByteArrayFromIpAddressString("203.0.113.9"));
        ApiKey[] made = new ApiKey[1];
        String revoked = special(key -> made[0] = with(key, "revokedAt", api.now()));
        Response told =
                api.callerAs(revoked).with("User-Agent", "crawler/1").get(LINKS + "?limit=5");

        assertThat(told.status()).isEqualTo(401);
        assertThat(last())
                .isEqualTo(
                        new AuditTrail.Entry(
                                TestApi.WORKSPACE,
                                Actor.key(made[0].id()),
                                "GET /api/v1/links",
                                new Deed.Denied("key_revoked"),
                                told.header("X-Request-Id"),
                                new AuditTrail.Origin("203.0.113.9", "crawler/1")));
    }

    @Test
    void aSecretThatWasRotatedAwayIsInTheAuditOnceItsOverlapIsOver() {
        KeyToken old = new KeyToken("live", "abcdefghijkl", "o".repeat(32));
        TokenHasher hasher = api.bean(TokenHasher.class);
        Instant end = api.now().plusSeconds(60);
        String current =
                special(key ->
                        with(
                                with(key, "publicId", old.publicId()),
                                "previous",
                                new OldSecret(hasher.hash(old.text()), 1, end)));
        int before = api.audit().size();
        assertThat(api.callerAs(old.text()).get(ME).status()).isEqualTo(200);
        assertThat(api.audit()).hasSize(before);

        api.advance(Duration.ofSeconds(60));
        assertThat(refusal(old.text())).isEqualTo("secret_replaced");
        assertThat(current).isNotEmpty();
    }

    @Test
    @Verifies("key-denials-audited")
    void wrongSecretsAreNotAudited() {
        String known = api.key(TestApi.WORKSPACE);
        String revoked = special(key -> with(key, "revokedAt", api.now()));
        int before = api.audit().size();

        for (String token :
                List.of(
                        otherSecret(known, revoked),
                        otherSecret(revoked, known),
                        new KeyToken("live", "unknownkey12", "s".repeat(32)).text(),
                        "nonsense")) {
            assertThat(api.callerAs(token).get(ME).status()).as(token).isEqualTo(401);
        }
        assertThat(api.anonymous().get(ME).status()).isEqualTo(401);
        assertThat(api.audit()).hasSize(before);
    }

    @Test
    @Verifies("key-denials-audited")
    void aPageThatIsNoneOfTheKeysOriginsIsInTheAudit() {
        Response told = api.caller().with("Origin", "https://elsewhere.example").get(ME);

        assertThat(told.status()).isEqualTo(403);
        assertThat(last().deed()).isEqualTo(new Deed.Denied("origin_not_allowed"));
        assertThat(last().requestId()).isEqualTo(told.header("X-Request-Id"));
    }

    private String refusal(String token) {
        assertThat(api.callerAs(token).get(ME).status()).isEqualTo(401);
        return ((Deed.Denied) last().deed()).code();
    }

    private AuditTrail.Entry last() {
        return api.audit().getLast();
    }

    @ParameterizedTest
    @Verifies("key-restrictions")
    @CsvSource({
        "198.51.100.7,        200",
        "::ffff:198.51.100.7, 200",
        "2001:db8::7,         200",
        "198.51.101.7,        401",
        "2001:db9::7,         401"
    })
    void aKeyWithAListIsForThoseAddressesAlone(String caller, int status) {
        List<String> blocks = List.of("198.51.100.0/24", "2001:db8::/32");
        String token = special(key -> with(key, "ipAllow", blocks));
        api.peer(NetUtil.createByteArrayFromIpAddressString(caller));

        assertThat(api.callerAs(token).get(ME).status()).isEqualTo(status);
    }

    @Test
    @Verifies("key-restrictions")
    void aKeyEndsWhenItExpires() {
        Caller caller =
                api.callerAs(
                        special(key ->
                                with(key, "expiresAt", api.now().plus(Duration.ofHours(1)))));

        api.advance(Duration.ofMinutes(59));
        assertThat(caller.get(ME).status()).isEqualTo(200);
        api.advance(Duration.ofMinutes(1));
        assertThat(caller.get(ME).status()).isEqualTo(401);
    }

    @Test
    @Verifies({"key-restrictions", "rate-limits"})
    void theRequestsOfAMinuteAreCounted() {
        Caller caller = api.callerAs(special(key -> with(key, "requestsPerMinute", 2)));

        assertThat(caller.get(ME).header("RateLimit-Policy")).isEqualTo("\"key\";q=2;w=60");
        String last = caller.get(ME).header("RateLimit");
        assertThat(last).startsWith("\"key\";r=0;t=");
        Response third = caller.get(ME);
        assertThat(third.status()).isEqualTo(429);
        assertThat(third.code()).isEqualTo("rate_limited");
        assertThat(third.header("RateLimit")).isEqualTo(last);
        assertThat(last).endsWith(";t=" + third.header("Retry-After"));
        // Each key has minutes of its own.
        int reset = Integer.parseInt(third.header("Retry-After"));
        assertThat(reset).isBetween(1, 60);
        api.advance(Duration.ofSeconds(reset));
        assertThat(caller.get(ME).status()).isEqualTo(200);
    }

    @Test
    @Verifies("rate-limits")
    void requestsOfForbiddenOriginsCountForTheKey() {
        Caller key = api.callerAs(special(it -> with(it, "requestsPerMinute", 2)));
        Caller page = key.with("Origin", "https://elsewhere.example");

        Response refused = page.get(ME);
        assertThat(refused.status()).isEqualTo(403);
        assertThat(refused.code()).isEqualTo("origin_not_allowed");
        assertThat(refused.header("RateLimit-Policy")).isEqualTo("\"key\";q=2;w=60");
        assertThat(refused.header("RateLimit")).startsWith("\"key\";r=1;t=");
        assertThat(key.get(ME).header("RateLimit")).startsWith("\"key\";r=0;t=");
        Response tooMany = page.get(ME);
        assertThat(tooMany.status()).isEqualTo(429);
        assertThat(tooMany.header("RateLimit")).startsWith("\"key\";r=0;t=");
        assertThat(last().deed()).isEqualTo(new Deed.Denied("origin_not_allowed"));
    }

    @Test
    @Verifies("key-revocation")
    void writesRequireFreshRevocations() {
        Caller caller = api.caller();
        api.keyAge(Duration.ofSeconds(11));

        Response refused = caller.post(LINKS, LINK);
        assertThat(refused.status()).isEqualTo(503);
        assertThat(refused.code()).isEqualTo("auth_view_stale");
        assertThat(refused.header("Retry-After")).isNotEmpty();
        assertThat(caller.get(ME).status()).isEqualTo(200);
        api.keyAge(Duration.ofSeconds(10));
        assertThat(caller.post(LINKS, LINK).status()).isEqualTo(201);
    }

    @Test
    @Verifies("key-revocation")
    void readsRequireRevocationsOfTheLastMinute() {
        Caller caller = api.caller();
        api.keyAge(Duration.ofSeconds(60));
        assertThat(caller.get(ME).status()).isEqualTo(200);
        api.keyAge(Duration.ofSeconds(61));

        Response refused = caller.get(ME);
        assertThat(refused.status()).isEqualTo(503);
        assertThat(refused.code()).isEqualTo("auth_view_stale");
        assertThat(refused.header("Retry-After")).isNotEmpty();
        // What needs no key is answered all the same.
        assertThat(api.anonymous().get("/livez").status()).isEqualTo(200);
    }

    @Test
    void noKeyIsRejectedAsUnknownWhileKeysAreRestored() {
        api.restored(false);

        Response told = api.caller().get(ME);
        assertThat(told.status()).isEqualTo(503);
        assertThat(told.code()).isEqualTo("restoring");
        assertThat(api.callerAs("nonsense").get(ME).status()).isEqualTo(401);
    }

    /** A look-up of a key while keys are restored ends in 503. */
    @Test
    @Verifies("key-checksum")
    void aWrongChecksumIsRefusedBeforeAnyLookUp() {
        String known = api.key(TestApi.WORKSPACE);
        char last = known.charAt(known.length() - 1);
        String misspelt = known.substring(0, known.length() - 1) + (last == 'x' ? 'y' : 'x');
        api.restored(false);

        assertThat(api.callerAs(known).get(ME).status()).isEqualTo(503);
        assertThat(api.callerAs(misspelt).get(ME).status()).isEqualTo(401);
    }

    /** A key that ended long ago is forgotten, so its first event makes a key in force of it again. */
    @Test
    @Verifies("key-rebuilt-view")
    void aForgottenKeyIsNotLetInWhileItsEventsAreReadAgain() {
        api.restored(false);
        ApiKey[] made = new ApiKey[1];
        String token = special(key -> made[0] = key);
        assertThat(api.callerAs(token).get(ME).code()).isEqualTo("restoring");
        revoke(made[0]);

        api.restored(true);

        assertThat(api.callerAs(token).get(ME).status()).isEqualTo(401);
    }

    private String special(UnaryOperator<ApiKey> change) {
        return api.key(TestApi.WORKSPACE, change);
    }

    private void revoke(ApiKey key) {
        ApiKey revoked = with(key, "revokedAt", api.now());
        api.keys().apply(api.event("key.revoked", new KeyEvent.KeyRevoked(revoked), 2));
    }

    /** The name of one key with the secret of another. */
    private static String otherSecret(String named, String secret) {
        KeyToken token = KeyToken.parse(named).orElseThrow();
        String other = KeyToken.parse(secret).orElseThrow().secret();
        return new KeyToken(token.environment(), token.publicId(), other).text();
    }
}
