package io.postrider.identity.users;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.api.Caller;
import io.postrider.api.Response;
import io.postrider.api.TestApi;
import io.postrider.platform.limits.SharedCapacity;
import io.postrider.platform.limits.SharedCapacity.Grant;
import io.postrider.platform.offsets.ConsistencyToken;
import io.postrider.schemas.Context;
import io.postrider.testkit.claims.Verifies;
import io.postrider.web.resource.ReplicaBarrier;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** That users who are signed in have the waits of their tenants, and not one share together. */
class ReplicaBarrierSharesTest {

    private static final String USER = "/api/v1/user";
    private static final String ADA = "ada@example.com";
    private static final String GRACE = "grace@example.com";
    private static final long NEVER = 1_000_000;

    @AutoClose private final TestApi api = new TestApi(TestPeople.SECURE);
    private final TestPeople people = new TestPeople(api);
    private final Waits waits = new Waits();
    private final CompletableFuture<Boolean> arrival = new CompletableFuture<>();
    private String grace = "";

    /** One wait for each of four tenants. The log brings everything at once, but not what no write left behind. */
    private final class Waits implements ReplicaBarrier {

        private final SharedCapacity places = SharedCapacity.ofTenants(4);
        private final List<String> refused = new CopyOnWriteArrayList<>();

        @Override
        public CompletionStage<Boolean> await(
                String tenant, ConsistencyToken token, Duration atMost) {
            if (places.take(tenant, 1) != Grant.GRANTED) {
                refused.add(tenant);
                return CompletableFuture.completedStage(false);
            }
            CompletionStage<Boolean> whether =
                    token.offset() == NEVER ? arrival : CompletableFuture.completedStage(true);
            return whether.whenComplete((_, _) -> places.release(tenant, 1));
        }
    }

    @BeforeEach
    void adaHasTheWaitsOfHerTenant() {
        String _ = people.user(ADA);
        grace = people.user(GRACE);
        Caller page = people.browser(ADA).page().with("Consistency-Token", token(NEVER));
        api.replicas(waits);
        var _ = CompletableFuture.supplyAsync(() -> page.get(USER));
        await().until(() -> waits.places.taken() == 1);

        assertThat(page.get(USER).code()).isEqualTo("view_behind");
        assertThat(waits.refused).hasSize(1);
        waits.refused.clear();
    }

    @AfterEach
    void itComes() {
        arrival.complete(true);
    }

    private static String token(long offset) {
        return new ConsistencyToken(Context.USERS, 0, offset).text();
    }

    @Test
    @Verifies("workspace-shares")
    void usersOfOtherTenantsReadWrites() {
        Response told = people.browser(GRACE).page().with("Consistency-Token", token(0)).get(USER);

        assertThat(told.status()).isEqualTo(200);
        assertThat(told.member("id")).isEqualTo(grace);
    }

    @Test
    @Verifies("workspace-shares")
    void aWriteOfAUserOfAnotherTenantIsAnsweredWhenOthersKnow() {
        Caller page = people.browser(GRACE).page();

        assertThat(page.patch(USER, "{\"name\":\"Grace\"}").status()).isEqualTo(200);
        assertThat(page.post("/api/v1/workspaces", "{\"name\":\"w\"}").status()).isEqualTo(201);

        assertThat(waits.refused).isEmpty();
    }
}
