package io.postrider.projections.clicks;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.testkit.claims.Verifies;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class UserAgentCacheTest {

    private static final String FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0";
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final AtomicLong clock = new AtomicLong();
    private final AtomicLong step = new AtomicLong();

    @Test
    void randomUserAgentsTakeNoMoreThanTheBound() {
        UserAgentCache cache = new UserAgentCache();

        for (int i = 0; i < 20_000; i++) {
            cache.of("curl/" + i + "x".repeat(500));
        }

        assertThat(cache.bytes()).isBetween(1L, UserAgentCache.BYTES_MAX);
    }

    @Test
    void classificationDoesNotDependOnTheCache() {
        UserAgentCache cache = new UserAgentCache();

        assertThat(cache.of(FIREFOX)).isEqualTo(cache.of(FIREFOX)).isNotEqualTo(cache.of(null));
        assertThat(cache.of(FIREFOX)).isEqualTo(new UserAgentCache().of(FIREFOX));
    }

    @Test
    @Verifies("hostile-agents")
    void beyondTheTimeOfUnknownAgentsPeopleArePeopleWithoutABrowser() {
        UserAgentCache cache =
                new UserAgentCache(new ParseBudget(() -> clock.addAndGet(step.get())));
        assertThat(cache.of(FIREFOX).browser()).isEqualTo("firefox");
        step.set(Duration.ofSeconds(10).toNanos());
        assertThat(cache.of("Mozilla/5.0 (takes long) Firefox/140.0").browser())
                .isEqualTo("firefox");
        step.set(0);

        assertThat(cache.of("Mozilla/5.0 (late) Firefox/140.0")).isEqualTo(ParsedUserAgent.UNKNOWN);
        assertThat(cache.of(FIREFOX).browser()).isEqualTo("firefox");
        assertThat(cache.of("Googlebot/2.1").robot()).isEqualTo("googlebot");

        clock.addAndGet(Duration.ofSeconds(25).toNanos());
        assertThat(cache.of("Mozilla/5.0 (late) Firefox/140.0").browser()).isEqualTo("firefox");
    }

    /** With what regular expressions go back and forth in most; 4 KiB of each, of which only a part is read. */
    @Test
    @Verifies("hostile-agents")
    void hostileAgentsAreReadInBoundedTime() {
        UserAgentCache cache = new UserAgentCache();
        cache.of(FIREFOX);
        for (String seed :
                List.of(
                        " ",
                        ";",
                        "(",
                        "a",
                        "1.",
                        "Android ",
                        "; Android 1",
                        "Mozilla/5.0 (Linux; Android 9; ",
                        "iPhone; CPU iPhone OS ",
                        "HbbTV/1.1.1 (;;;;;",
                        "SmartWatch ( ",
                        "Opera/9.80 (",
                        "Windows NT ; ",
                        "\u00e9")) {
            String hostile = "Mozilla/5.0 " + seed.repeat(4_096 / seed.length());
            long before = THREADS.getCurrentThreadCpuTime();
            var _ = cache.of(hostile);
            long millis = (THREADS.getCurrentThreadCpuTime() - before) / 1_000_000;
            assertThat(millis).as("processor time of %s…", seed).isLessThan(200);
        }
    }
}
