package io.postrider.api.links;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.api.Caller;
import io.postrider.api.Response;
import io.postrider.api.TestApi;
import io.postrider.domain.workspaces.Role;
import io.postrider.identity.users.TestPeople;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Which lists of links are recorded as {@code link.listed}. */
class ListingTest {

    private static final String LINKS = "/api/v1/links";

    @AutoClose private final TestApi api = new TestApi(TestPeople.SECURE);

    @Test
    void aListWithAKeyIsRecordedOnceAlsoWhenNothingHasChanged() {
        Caller caller = api.caller();

        Response list = caller.get(LINKS);
        assertThat(list.status()).isEqualTo(200);
        assertThat(api.listings()).hasSize(1);

        Response unchanged = caller.with("If-None-Match", list.header("ETag")).get(LINKS);
        assertThat(unchanged.status()).isEqualTo(304);
        assertThat(api.listings()).hasSize(2);
    }

    @Test
    void aListInASessionIsNotRecorded() {
        TestPeople people = new TestPeople(api);
        String workspace =
                people.workspace(
                        people.user("owner@example.com"),
                        Role.VIEWER,
                        people.user("viewer@example.com"));

        Response list = people.browser("viewer@example.com").in(workspace).get(LINKS);

        assertThat(list.status()).isEqualTo(200);
        assertThat(api.listings()).isEmpty();
    }
}
