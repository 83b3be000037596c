package io.postrider.api.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.api.Caller;
import io.postrider.api.Response;
import io.postrider.api.TestApi;
import io.postrider.domain.kernel.IdKind;
import io.postrider.domain.links.LinkEvent.LinkCreated;
import io.postrider.platform.offsets.ConsistencyToken;
import io.postrider.platform.reads.Query;
import io.postrider.schemas.Context;
import io.postrider.schemas.EventRecord;
import io.postrider.web.resource.RecentWrites;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads right after a write that this node has answered, by callers that send no token. */
class RecentWritesTest {

    private static final String LINKS = "/api/v1/links";
    private static final String LINK = "{\"url\":\"https://example.com/\"}";
    private static final String WEBHOOKS = "/api/v1/webhooks";
    private static final String WEBHOOK =
            "{\"url\":\"https://example.com/\",\"event_types\":[\"link.*\"]}";

    @AutoClose private final TestApi api = new TestApi();
    private final Caller caller = api.caller();

    private final AtomicLong nanos = new AtomicLong();
    private final RecentWrites recent = new RecentWrites(nanos::get);

    @BeforeEach
    void theReadModelsAreBehind() {
        api.reads().applyOnlyTheAwaited();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                LINKS + "|" + LINK,
                WEBHOOKS + "|" + WEBHOOK,
                "/api/v1/keys|{\"name\":\"a\",\"scopes\":[\"links:read\"]}",
            })
    void aListShowsTheWrite(String path, String body) {
        String id = caller.post(path, body).member("id");

        Response told = caller.get(path);

        assertThat(told.body().path("data"))
                .extracting(entry -> entry.path("id").asString(""))
                .contains(id);
        assertThat(api.reads().last().longest()).isEqualTo(Duration.ofSeconds(1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/stats", "/clicks"})
    void aResourceAndItsPartsAreFound(String part) {
        Response made = caller.post(LINKS, LINK);

        Response told = caller.get(LINKS + "/" + made.member("id") + part);

        assertThat(told.status()).isEqualTo(200);
        assertThat(tokens()).containsExactly(made.header("Consistency-Token"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/stats", "/clicks"})
    void aDeletedResourceIsGone(String part) {
        String path = LINKS + "/" + caller.post(LINKS, LINK).member("id");
        Response deleted = caller.delete(path);

        assertThat(caller.get(path + part).status()).isEqualTo(404);
        assertThat(tokens()).containsOnly(deleted.header("Consistency-Token"));
    }

    /** It asks twice: the id is recent. */
    @Test
    void aReadIsAnsweredAsItIsWhereTheWriteIsLate() {
        caller.post(LINKS, LINK);
        api.reads().applyNothing();

        assertThat(caller.get(LINKS + "/" + api.id(IdKind.LNK)).status()).isEqualTo(404);
        assertThat(tokens()).hasSize(2);
        assertThat(api.reads().asked()).hasSize(4);
    }

    @Test
    void aTokenThatIsSentIsFollowedInstead() {
        caller.post(LINKS, LINK);
        String token = new ConsistencyToken(Context.LINKS, 3, 17).text();

        caller.with("Consistency-Token", token).get(LINKS);

        assertThat(tokens()).containsExactly(token);
        assertThat(api.reads().last().longest()).isEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void aCallerCanPreferNotToWait() {
        caller.post(LINKS, LINK);

        caller.with("Prefer", "wait=0").get(LINKS);

        assertThat(api.reads().asked().getFirst().longest()).isZero();
    }

    @Test
    void otherReadsDoNotWait() {
        caller.post(LINKS, LINK);

        caller.get(WEBHOOKS);
        caller.get("/api/v1/events");
        api.callerOf(TestApi.OTHER_WORKSPACE).get(LINKS);

        assertThat(tokens()).isEmpty();
    }

    @Test
    void theNewestWriteOfAPartitionCounts() {
        EventRecord created = created();

        recent.note(created, token(1, 8));
        recent.note(created, token(1, 7));
        assertThat(listed()).contains(token(1, 8));

        recent.note(created, token(2, 3));
        assertThat(listed()).contains(token(2, 3));
    }

    /** The newest write of all can be in another partition. */
    @Test
    void aReadByIdFollowsTheWriteOfItsResource() {
        recent.note(created(), token(1, 8));
        recent.note(created(), token(2, 3));

        assertThat(one(id(0))).contains(token(1, 8));
        assertThat(one(id(1))).contains(token(2, 3));
        assertThat(one("lnk_x")).contains(token(2, 3));
    }

    @Test
    void aWriteIsFollowedForAMinute() {
        recent.note(created(), token(1, 8));

        nanos.addAndGet(Duration.ofSeconds(59).toNanos());
        assertThat(listed()).contains(token(1, 8));

        nanos.addAndGet(Duration.ofSeconds(1).toNanos());
        assertThat(listed()).isEmpty();
    }

    private EventRecord created() {
        caller.post(LINKS, LINK);
        return api.log().events().getLast();
    }

    private String id(int link) {
        return api.log().events().get(link).payload() instanceof LinkCreated created
                ? created.link().id()
                : "";
    }

    private Optional<ConsistencyToken> listed() {
        return recent.token(TestApi.WORKSPACE, "links", Map.of());
    }

    private Optional<ConsistencyToken> one(String id) {
        return recent.token(TestApi.WORKSPACE, "link", Map.of("id", id));
    }

    private static ConsistencyToken token(int partition, long offset) {
        return new ConsistencyToken(Context.LINKS, partition, offset);
    }

    private List<String> tokens() {
        return api.reads().asked().stream()
                .map(Query::token)
                .flatMap(Stream::ofNullable)
                .map(ConsistencyToken::text)
                .toList();
    }
}
