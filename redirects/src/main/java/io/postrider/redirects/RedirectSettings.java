package io.postrider.redirects;

import io.postrider.platform.settings.Settings;
import io.postrider.web.server.PublicAddress;
import io.postrider.web.server.TrustedProxies;

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

    private static final int MISSES_PER_MINUTE_DEFAULT = 6_000;

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
        int processors = Runtime.getRuntime().availableProcessors();
        return new RedirectSettings(
                settings.number("POSTRIDER_EVENT_LOOPS", Math.min(processors, 64), 1, 64),
                new PublicAddress(settings.baseUrl(), settings.defaultDomain()),
                ShortDomains.only(settings.defaultDomain()),
                TrustedProxies.from(settings),
                settings.number(
                        "POSTRIDER_UNKNOWN_SLUGS_PER_MINUTE",
                        MISSES_PER_MINUTE_DEFAULT,
                        0,
                        1_000_000));
    }
}
