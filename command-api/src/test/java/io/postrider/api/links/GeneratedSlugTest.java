package io.postrider.api.links;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.api.Caller;
import io.postrider.api.TestApi;
import io.postrider.testkit.claims.Verifies;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** The slug of a link whose creator names none. */
class GeneratedSlugTest {

    /** So many that a character which is possible is missing once in 10^8 runs. */
    private static final int LINKS = 200;

    private static final int ALPHABET = 62;

    @AutoClose private final TestApi api = new TestApi();

    @Test
    @Verifies("slug-guessing")
    void itHasSevenCharactersOfSixtyTwoAndIsNeverTheSame() {
        Caller caller = api.caller();
        Set<String> slugs = new HashSet<>();
        Set<Integer> characters = new HashSet<>();

        for (int i = 0; i < LINKS; i++) {
            String slug =
                    caller.post("/api/v1/links", "{\"url\":\"https://example.com/\"}")
                            .member("slug");
            assertThat(slug).matches("[0-9A-Za-z]{7}");
            slugs.add(slug);
            slug.chars().forEach(characters::add);
        }

        assertThat(slugs).hasSize(LINKS);
        assertThat(characters).hasSize(ALPHABET);
    }
}
