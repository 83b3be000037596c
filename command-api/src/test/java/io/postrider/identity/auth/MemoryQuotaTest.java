package io.postrider.identity.auth;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.api.Caller;
import io.postrider.api.Response;
import io.postrider.api.TestApi;
import io.postrider.api.WorkspaceSamples;
import io.postrider.domain.users.User;
import io.postrider.domain.users.UserEvent.EmailClaimed;
import io.postrider.schemas.EventHeader;
import io.postrider.schemas.EventRecord;
import io.postrider.testkit.claims.Verifies;
import io.postrider.web.problem.Problem;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** That one owner cannot fill the memory of every node, by whatever is kept there. */
class MemoryQuotaTest {

    private static final String ADA = "usr_01kb3q8z1vf0t9h2x7c5n4m6a1";
    private static final String BOB = "usr_01kb3q8z1vf0t9h2x7c5n4m6b1";
    private static final String SECOND = "ws_01kb3q8z1vf0t9h2x7c5n4m6rc";
    private static final int TRIES = 2_000;
    private static final String LONG = "x".repeat(500);

    @AutoClose
    private final TestApi api =
            new TestApi(
                    Map.of(
                            "POSTRIDER_OWNER_MEMORY_MB", "1",
                            "POSTRIDER_WEBHOOKS_PER_WORKSPACE", "1000"));

    private final Caller caller = api.caller();

    @BeforeEach
    void open() {
        open(TestApi.WORKSPACE, ADA);
        open(SECOND, ADA);
        open(TestApi.OTHER_WORKSPACE, BOB);
    }

    @Test
    @Verifies("tenant-memory")
    void keysOfOneOwnerHaveABound() {
        assertThatItEndsWith(caller, "/api/v1/keys", () -> key("one more"));
    }

    @Test
    @Verifies("tenant-memory")
    void webhooksOfOneOwnerHaveABound() {
        assertThatItEndsWith(caller, "/api/v1/webhooks", () -> webhook());
    }

    @Test
    @Verifies("tenant-memory")
    void modelsOfOneOwnerHaveABound() {
        assertThatItEndsWith(caller, "/api/v1/model-connections", MemoryQuotaTest::connection);
    }

    @Test
    @Verifies("tenant-memory")
    void workspacesOfAnOwnerShareOneQuota() {
        fill(api.callerOf(SECOND));

        assertThat(caller.post("/api/v1/keys", key("one more")).code())
                .isEqualTo("owner_memory_full");
    }

    @Test
    @Verifies("tenant-memory")
    void joinsWithoutAnAccountCountForTheInvitingOwner() {
        MemoryQuota quota = api.bean(MemoryQuota.class);
        for (int i = 0; i < 2 * TRIES && quota.refuseUser(SECOND).isEmpty(); i++) {
            String claim = User.claimOf(i + LONG);
            api.users().apply(claimed(SECOND, claim, new EmailClaimed(LONG, "usr_" + i)));
        }

        assertThat(quota.refuseUser(SECOND).map(Problem::code)).hasValue("owner_memory_full");
        assertThat(caller.post("/api/v1/keys", key("one more")).code())
                .isEqualTo("owner_memory_full");
        assertThat(quota.refuseUser(TestApi.OTHER_WORKSPACE)).isEmpty();
    }

    private EventRecord claimed(String workspace, String claim, EmailClaimed payload) {
        return new EventRecord(
                new EventHeader(
                        "evt_1",
                        "user.email_claimed",
                        api.now(),
                        workspace,
                        claim,
                        1,
                        null,
                        null,
                        null),
                payload);
    }

    @Test
    void aKeyThatGrowsCountsToo() {
        Response made = caller.post("/api/v1/keys", key("grows"));
        fill(caller);

        Response told =
                caller.patch(
                        "/api/v1/keys/" + made.member("id"),
                        "{\"name\":\"" + "n".repeat(60) + "\"}");

        assertThat(told.code()).isEqualTo("owner_memory_full");
    }

    @Test
    void existingResourcesCanBeRemovedNarrowedAndShrunk() {
        String key = "/api/v1/keys/" + caller.post("/api/v1/keys", key("leaked")).member("id");
        String hook = "/api/v1/webhooks/" + caller.post("/api/v1/webhooks", webhook()).member("id");
        fill(caller);

        assertThat(caller.patch(hook, "{\"metadata\":{\"a\":\"b\"}}").code())
                .isEqualTo("owner_memory_full");
        assertThat(caller.patch(key, "{\"scopes\":[\"links:read\"]}").status()).isEqualTo(200);
        assertThat(caller.patch(key, "{\"requests_per_minute\":1}").status()).isEqualTo(200);
        assertThat(caller.post(key + "/rotate", "{}").status()).isEqualTo(200);
        assertThat(caller.patch(hook, "{\"enabled\":false}").status()).isEqualTo(200);
        assertThat(caller.patch(hook, "{\"metadata\":{\"a\":null}}").status()).isEqualTo(200);
    }

    @Test
    @Verifies("tenant-memory")
    void aWorkspaceThatIsRefusedLeavesNoDataKey() {
        int before = api.dataKeysMade();
        assertThat(caller.post("/api/v1/workspaces", "{\"name\":\"w\"}").status()).isEqualTo(201);
        assertThat(api.dataKeysMade()).isEqualTo(before + 1);
        fill(caller);

        assertThat(caller.post("/api/v1/workspaces", "{\"name\":\"w\"}").code())
                .isEqualTo("owner_memory_full");
        assertThat(api.dataKeysMade()).isEqualTo(before + 1);
    }

    @Test
    @Verifies("tenant-memory")
    void otherOwnersAndCommandsWithoutMemoryAreAccepted() {
        Response hook = caller.post("/api/v1/webhooks", webhook());
        fill(caller);

        Caller other = api.callerOf(TestApi.OTHER_WORKSPACE);
        assertThat(other.post("/api/v1/keys", key("other")).status()).isEqualTo(201);
        assertThat(other.post("/api/v1/webhooks", webhook()).status()).isEqualTo(201);
        assertThat(caller.get("/api/v1/keys").status()).isEqualTo(200);
        assertThat(caller.delete("/api/v1/webhooks/" + hook.member("id")).status()).isEqualTo(204);
    }

    @Test
    @Verifies("tenant-memory")
    void allTogetherHaveABoundToo() {
        try (TestApi small = new TestApi(Map.of("POSTRIDER_TENANT_MEMORY_MB", "1"))) {
            Caller first = small.caller();
            String last = "";
            for (int i = 0; i < TRIES && !last.equals("memory_low"); i++) {
                last = first.post("/api/v1/webhooks", webhook()).code();
                last = last.isEmpty() ? first.post("/api/v1/keys", key("k")).code() : last;
                if (last.equals("too_many_webhooks")) {
                    last = first.post("/api/v1/keys", key("k")).code();
                }
            }
            assertThat(last).isEqualTo("memory_low");
            assertThat(
                            small.callerOf(TestApi.OTHER_WORKSPACE)
                                    .post("/api/v1/keys", key("k"))
                                    .status())
                    .isEqualTo(507);
        }
    }

    private void assertThatItEndsWith(Caller filling, String path, Supplier<String> body) {
        String last = "";
        int made = 0;
        for (int i = 0; i < TRIES && last.isEmpty(); i++) {
            Response told = filling.post(path, body.get());
            last = told.status() == 201 ? "" : told.code();
            made++;
        }
        assertThat(last).isEqualTo("owner_memory_full");
        assertThat(made).isGreaterThan(10);
    }

    private void fill(Caller filling) {
        assertThatItEndsWith(filling, "/api/v1/keys", () -> key("filler"));
    }

    private static String key(String name) {
        return "{\"name\":\"%s\",\"preset\":\"full\"}".formatted(name);
    }

    private static String webhook() {
        return "{\"url\":\"https://www.example.com/hook\",\"event_types\":[\"*\"],\"metadata\":{\"a\":\"%s\"}}"
                .formatted(LONG);
    }

    private static String connection() {
        return "{\"name\":\"c\",\"base_url\":\"https://api.example.com/v1\",\"api_key\":\"%s\"}"
                .formatted("k".repeat(4_000));
    }

    private void open(String workspace, String owner) {
        api.workspaces().apply(WorkspaceSamples.opened(workspace, owner));
        assertThat(api.workspaces().of(owner)).isNotEmpty();
        assertThat(List.of(workspace)).isNotEmpty();
    }
}
