package io.postrider.projections.clicks;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What a User-Agent header tells of its sender, by the families that people ask about.
 *
 * @param robot the name of a crawler or of a previewing messenger, or null for anything else
 * @param preview whether that robot fetches links to show a preview of them
 */
record UserAgent(
        @Nullable String device,
        @Nullable String os,
        @Nullable String browser,
        @Nullable String robot,
        boolean preview) {

    private static final List<String> PREVIEWERS =
            List.of(
                    "whatsapp",
                    "facebookexternalhit",
                    "facebot",
                    "slackbot",
                    "slack-imgproxy",
                    "twitterbot",
                    "discordbot",
                    "telegrambot",
                    "linkedinbot",
                    "skypeuripreview",
                    "microsoftpreview",
                    "viber",
                    "redditbot",
                    "pinterestbot",
                    "iframely",
                    "embedly",
                    "mastodon",
                    "bluesky",
                    "applebot");
    private static final List<String> CRAWLERS =
            List.of(
                    "googlebot",
                    "bingbot",
                    "yandexbot",
                    "baiduspider",
                    "duckduckbot",
                    "petalbot",
                    "ahrefsbot",
                    "semrushbot",
                    "mj12bot",
                    "dotbot",
                    "gptbot",
                    "claudebot",
                    "ccbot",
                    "bytespider",
                    "amazonbot",
                    "archive.org_bot",
                    "uptimerobot",
                    "pingdom",
                    "google-inspectiontool",
                    "crawler",
                    "spider");

    /** Reads a header; every text gives an answer. */
    static UserAgent of(@Nullable String header) {
        String text = header == null ? "" : header.toLowerCase(Locale.ROOT);
        String previewer = firstIn(text, PREVIEWERS);
        if (previewer != null) {
            return new UserAgent("bot", null, null, previewer, true);
        }
        String crawler = firstIn(text, CRAWLERS);
        if (crawler != null) {
            return new UserAgent("bot", null, null, crawler, false);
        }
        String os = os(text);
        return new UserAgent(device(text, os), os, browser(text), null, false);
    }

    private static @Nullable String firstIn(String text, List<String> names) {
        for (String name : names) {
            if (text.contains(name)) {
                return name;
            }
        }
        return null;
    }

    private static @Nullable String os(String text) {
        if (text.contains("android")) {
            return "android";
        }
        if (text.contains("iphone") || text.contains("ipad") || text.contains("ipod")) {
            return "ios";
        }
        if (text.contains("windows")) {
            return "windows";
        }
        if (text.contains("mac os x") || text.contains("macintosh")) {
            return "macos";
        }
        if (text.contains("cros ")) {
            return "chromeos";
        }
        return text.contains("linux") ? "linux" : null;
    }

    private static @Nullable String device(String text, @Nullable String os) {
        if (text.contains("ipad") || text.contains("tablet")) {
            return "tablet";
        }
        if (text.contains("android") && !text.contains("mobile")) {
            return "tablet";
        }
        if (text.contains("mobile") || text.contains("iphone") || text.contains("ipod")) {
            return "mobile";
        }
        return os == null ? null : "desktop";
    }

    private static @Nullable String browser(String text) {
        if (text.contains("edg/") || text.contains("edga/") || text.contains("edgios/")) {
            return "edge";
        }
        if (text.contains("opr/") || text.contains("opera")) {
            return "opera";
        }
        if (text.contains("samsungbrowser/")) {
            return "samsung";
        }
        if (text.contains("firefox/") || text.contains("fxios/")) {
            return "firefox";
        }
        if (text.contains("chrome/") || text.contains("crios/")) {
            return "chrome";
        }
        return text.contains("safari/") ? "safari" : null;
    }
}
