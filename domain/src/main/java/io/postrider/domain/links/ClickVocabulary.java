package io.postrider.domain.links;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The vocabulary of clicks for a visitor's headers, as the contract lists it. A header is the visitor's own text, which may
 * contain an address or a secret, so no click contains it.
 */
public final class ClickVocabulary {

    /** A browser or system that is not listed. */
    private static final String OTHER = "other";

    /** Reasons without a name: no header, a method, a purpose, a page about the robot, an unknown program. */
    private static final List<String> WITHOUT_NAME =
            List.of("empty", "method", "purpose", "url", "unknown", "bot", "user");

    private static final Set<String> ROBOTS =
            Set.of(
                    ("adsbot-google ahrefsbot amazonbot apache-httpclient archive.org_bot aspiegelbot"
                                    + " baiduspider barkrowler bingbot blexbot bytespider ccbot"
                                    + " chatgpt-user chrome-lighthouse claude-searchbot claude-user"
                                    + " claudebot coccocbot-web dart dataforseobot diffbot dotbot"
                                    + " duckassistbot duckduckbot feedfetcher-google"
                                    + " go-http-client google-extended google-inspectiontool"
                                    + " googlebot googlebot-image googlebot-news googlebot-video"
                                    + " googleother gptbot guzzlehttp headlesschrome ia_archiver"
                                    + " imagesiftbot java java-http-client jersey k6 libwww-perl"
                                    + " mediapartners-google meta-externalagent mj12bot"
                                    + " msnbot naverbot oai-searchbot perplexity-user perplexitybot"
                                    + " petalbot postmanruntime python-httpx python-requests"
                                    + " python-urllib semrushbot seznambot sogou uptimerobot"
                                    + " windowspowershell yandexbot yandeximages yeti")
                            .split(" "));

    private static final Set<String> BROWSERS =
            Set.of(
                    ("android|blackberry webkit|brave|chrome|chromium|duckduckgo mobile|edge"
                                    + "|facebook|firefox|flipboard|google|ie|instagram|kakaotalk|konqueror"
                                    + "|line|linkedin|messenger|miuibrowser|opera|pinterest|puffin|qq browser"
                                    + "|safari|samsung|seamonkey|silk|snapchat|tiktok|twitter|uc browser|vivaldi"
                                    + "|waterfox|wechat|whatsapp|yandex browser")
                            .split("\\|"));

    private static final Set<String> SYSTEMS =
            Set.of(
                    ("android|blackberry os|chromeos|freebsd|harmonyos|ios|kaios|linux|macos|netbsd|openbsd"
                                    + "|solaris|tizen|tvos|watchos|webos|windows|windows phone")
                            .split("\\|"));

    private ClickVocabulary() {}

    /** The name of a robot if it is listed; otherwise the listed word that identified it. */
    public static String robot(String name, String word) {
        return ROBOTS.contains(name) ? name : word;
    }

    /** A browser in lower case. */
    public static @Nullable String browser(@Nullable String name) {
        return name == null || BROWSERS.contains(name) ? name : OTHER;
    }

    /** A system in lower case. */
    public static @Nullable String system(@Nullable String name) {
        return name == null || SYSTEMS.contains(name) ? name : OTHER;
    }

    /** Every reason of a verdict. */
    public static Set<String> reasons() {
        return sorted(
                Stream.of(WITHOUT_NAME, ROBOTS, RobotWords.all(), PreviewAgents.names())
                        .flatMap(words -> words.stream()));
    }

    /** Every browser. */
    public static Set<String> browsers() {
        return sorted(Stream.concat(BROWSERS.stream(), Stream.of(OTHER)));
    }

    /** Every system. */
    public static Set<String> systems() {
        return sorted(Stream.concat(SYSTEMS.stream(), Stream.of(OTHER)));
    }

    private static Set<String> sorted(Stream<String> words) {
        return words.collect(Collectors.toCollection(TreeSet::new));
    }
}
