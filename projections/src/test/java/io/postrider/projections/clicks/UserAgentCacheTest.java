package io.postrider.projections.clicks;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class UserAgentCacheTest {

    @Test
    void randomUserAgentsTakeNoMoreThanTheBound() {
        UserAgentCache cache = new UserAgentCache();

        for (int i = 0; i < 20_000; i++) {
            cache.of(i + "x".repeat(500));
        }

        assertThat(cache.bytes()).isBetween(1L, UserAgentCache.BYTES_MAX);
    }

    @Test
    void whatAHeaderTellsDoesNotDependOnTheCache() {
        UserAgentCache cache = new UserAgentCache();

        for (int i = 0; i < 2; i++) {
            assertThat(cache.of("Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0"))
                    .isEqualTo(UserAgent.of("Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0"));
            assertThat(cache.of(null)).isEqualTo(UserAgent.of(null));
        }
    }
}
