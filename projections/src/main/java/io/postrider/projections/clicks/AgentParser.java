package io.postrider.projections.clicks;

import io.postrider.domain.links.ClickVocabulary;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import ua_parser.Client;
import ua_parser.Parser;

/**
 * Reads user agents by the expressions of uap-core: about a thousand, tried one after the other. Browsers and systems are named in
 * lower case, and those of one kind by one name.
 */
final class AgentParser {

    private static final String OTHER = "Other";
    private static final String ROBOT = "Spider";

    private static final Map<String, String> SYSTEMS =
            Map.ofEntries(
                    Map.entry("mac os x", "macos"),
                    Map.entry("mac os", "macos"),
                    Map.entry("chrome os", "chromeos"),
                    Map.entry("web0s", "webos"),
                    Map.entry("ubuntu", "linux"),
                    Map.entry("fedora", "linux"),
                    Map.entry("debian", "linux"),
                    Map.entry("red hat", "linux"),
                    Map.entry("centos", "linux"),
                    Map.entry("suse", "linux"),
                    Map.entry("gentoo", "linux"),
                    Map.entry("mint", "linux"),
                    Map.entry("arch linux", "linux"),
                    Map.entry("kubuntu", "linux"));

    private static final Map<String, String> BROWSERS =
            Map.ofEntries(
                    Map.entry("chrome mobile", "chrome"),
                    Map.entry("chrome mobile ios", "chrome"),
                    Map.entry("chrome mobile webview", "chrome"),
                    Map.entry("mobile safari", "safari"),
                    Map.entry("mobile safari ui/wkwebview", "safari"),
                    Map.entry("firefox mobile", "firefox"),
                    Map.entry("firefox ios", "firefox"),
                    Map.entry("edge mobile", "edge"),
                    Map.entry("opera mobile", "opera"),
                    Map.entry("opera mini", "opera"),
                    Map.entry("opera touch", "opera"),
                    Map.entry("opera coast", "opera"),
                    Map.entry("samsung internet", "samsung"),
                    Map.entry("ie mobile", "ie"),
                    Map.entry("facebook messenger", "messenger"),
                    Map.entry("amazon silk", "silk"));

    private static final List<String> TELEVISIONS =
            List.of("smart-tv", "smarttv", "smart tv", "googletv", "google tv", "android tv");
    private static final List<String> MORE_TELEVISIONS =
            List.of("appletv", "apple tv", "hbbtv", "crkey", "roku", "web0s", "bravia", "; aft");

    private final Parser parser = new Parser();

    ParsedUserAgent parse(String agent) {
        Client client = parser.parse(agent);
        String os = named(client.os.family, SYSTEMS);
        String browser = named(client.userAgent.family, BROWSERS);
        if (client.device.family.equals(ROBOT)) {
            return ParsedUserAgent.robot(ClickVocabulary.robot(String.valueOf(browser), "unknown"));
        }
        String lower = agent.toLowerCase(Locale.ROOT);
        // Every browser since the second one says that it is Mozilla, or Opera.
        boolean program = os == null && browser == null && !lower.startsWith("mozilla/");
        return program
                ? ParsedUserAgent.robot("unknown")
                : new ParsedUserAgent(
                        device(lower, os),
                        ClickVocabulary.system(os),
                        ClickVocabulary.browser(browser),
                        null,
                        false);
    }

    private static @Nullable String named(String family, Map<String, String> names) {
        if (family.equals(OTHER)) {
            return null;
        }
        String lower = family.toLowerCase(Locale.ROOT);
        return names.getOrDefault(lower, lower);
    }

    private static @Nullable String device(String agent, @Nullable String os) {
        if (isIn(agent, TELEVISIONS) || isIn(agent, MORE_TELEVISIONS)) {
            return "tv";
        }
        if ("windows".equals(os)) {
            // Desktops too say "Tablet PC".
            return "desktop";
        }
        if (agent.contains("ipad") || agent.contains("tablet")) {
            return "tablet";
        }
        if (isIn(agent, List.of("mobile", "iphone", "ipod", "phone", "opera mini"))) {
            return "mobile";
        }
        if ("android".equals(os)) {
            // A browser that is not on a phone; apps do not tell.
            return agent.startsWith("mozilla/") ? "tablet" : "mobile";
        }
        return os == null ? null : "desktop";
    }

    private static boolean isIn(String agent, List<String> words) {
        return words.stream().anyMatch(agent::contains);
    }
}
