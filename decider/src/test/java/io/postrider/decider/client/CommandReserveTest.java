package io.postrider.decider.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.platform.limits.SharedCapacity.Grant;
import io.postrider.schemas.Actor;
import io.postrider.testkit.claims.Verifies;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CommandReserveTest {

    private static final int PLACES = 32;
    private static final int TENANT = 8;
    private static final int KEYS = 4;
    private static final int CALLER = 2;

    private final CommandReserve reserve = new CommandReserve(PLACES);

    @Test
    @Verifies("revocation-places")
    void aCallerMayUseAQuarterOfItsTenantsShare() {
        assertThat(taken("usr_ada", _ -> Actor.user("usr_ada"))).hasSize(CALLER);
        assertThat(taken("usr_ada", _ -> Actor.key("key_1"))).hasSize(CALLER);
        assertThat(taken("usr_ada", _ -> Actor.system("leak-report"))).hasSize(CALLER);
    }

    @Test
    @Verifies("revocation-places")
    void theKeysOfATenantMayUseHalfOfItsShare() {
        assertThat(taken("usr_ada", i -> Actor.key("key_" + i))).hasSize(KEYS);
        assertThat(taken("usr_ada", i -> Actor.user("usr_" + i))).hasSize(TENANT - KEYS);
    }

    @Test
    void allTenantsTogetherMayUseEverything() {
        for (int tenant = 0; tenant < PLACES / TENANT; tenant++) {
            assertThat(taken("usr_" + tenant, i -> Actor.user("usr_" + i))).hasSize(TENANT);
        }

        assertThat(reserve.take(new CommandSender("usr_late", Actor.user("usr_late"))))
                .isEqualTo(Grant.TOTAL_EXCEEDED);
    }

    @Test
    void aRefusalTakesNothingAndEveryPlaceIsGivenBack() {
        List<CommandSender> users = taken("usr_ada", i -> Actor.user("usr_" + i));
        assertThat(users).hasSize(TENANT);
        assertThat(taken("usr_ada", i -> Actor.key("key_" + i))).isEmpty();

        users.forEach(reserve::release);

        assertThat(taken("usr_ada", i -> Actor.key("key_" + i))).hasSize(KEYS);
        assertThat(taken("usr_ada", i -> Actor.user("usr_" + i))).hasSize(TENANT - KEYS);
    }

    @Test
    void commandsThatNameNoActorHaveTheShareOfOneCaller() {
        assertThat(taken("usr_ada", _ -> null)).hasSize(CALLER);
    }

    /** Those who were let in, of more than there are places. */
    private List<CommandSender> taken(String tenant, IntFunction<@Nullable Actor> actors) {
        List<CommandSender> granted = new ArrayList<>();
        for (int i = 0; i < 2 * PLACES; i++) {
            CommandSender sender = new CommandSender(tenant, actors.apply(i));
            if (reserve.take(sender) == Grant.GRANTED) {
                granted.add(sender);
            }
        }
        return granted;
    }
}
