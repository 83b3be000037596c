package io.postrider.redirects;

import io.postrider.platform.settings.Between;
import io.postrider.platform.settings.Settings;
import io.postrider.web.server.PublicAddress;
import io.postrider.web.server.ServerSettings;
import io.postrider.web.server.TrustedProxies;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of redirects.
 *
 * @param lanes number of event loops, which is the number of lanes of the click spool
 * @param missesPerMinute unknown slugs that one network may request per minute; 0 for no limit
 */
public record RedirectSettings(
        int lanes,
        PublicAddress address,
        ShortDomains domains,
        TrustedProxies proxies,
        int missesPerMinute) {

    /**
     * The settings as the operator writes them.
     *
     * @param eventLoops the number of HTTP threads and of lanes of the click spool
     * @param unknownSlugsPerMinute the number of requests for unknown slugs per minute and client address; 0 for no limit
     */
    @ConfigurationProperties("postrider")
    record Written(
            @Between(max = LOOPS_MAX) @Nullable Integer eventLoops,
            @DefaultValue("6000") @Between(min = 0, max = 1_000_000) int unknownSlugsPerMinute) {}

    private static final int LOOPS_MAX = 64;

    public RedirectSettings {
        if (lanes < 1) {
            throw new IllegalArgumentException("lanes: " + lanes + " (expected: at least 1)");
        }
        if (missesPerMinute < 0) {
            throw new IllegalArgumentException(
                    "missesPerMinute: " + missesPerMinute + " (expected: at least 0)");
        }
    }

    /**
     * Reads {@code POSTRIDER_TRUSTED_PROXIES}, {@code POSTRIDER_UNKNOWN_SLUGS_PER_MINUTE} and
     * {@code POSTRIDER_EVENT_LOOPS}.
     *
     * @throws Settings.SettingException for the first setting that cannot be used
     */
    public static RedirectSettings from(Settings settings) {
        Written written = settings.bind(Written.class);
        Integer loops = written.eventLoops();
        return new RedirectSettings(
                loops == null
                        ? Math.min(Runtime.getRuntime().availableProcessors(), LOOPS_MAX)
                        : loops,
                new PublicAddress(settings.baseUrl(), settings.defaultDomain()),
                ShortDomains.only(settings.defaultDomain()),
                settings.bind(ServerSettings.class).proxies(),
                written.unknownSlugsPerMinute());
    }
}
