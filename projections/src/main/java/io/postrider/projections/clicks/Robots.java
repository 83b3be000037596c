package io.postrider.projections.clicks;

import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Robots and HTTP clients, by the words that they have in their names; also those that no list knows yet. */
final class Robots {

    /** In names such as {@code Googlebot} or {@code BotBrowser}, but not of CUBOT, which makes phones. */
    private static final Pattern BOT =
            Pattern.compile("(?<![Cc][Uu])(?:[Bb]ots?(?![a-z])|BOTS?(?![A-Za-z]))");

    /** What models do for their users: {@code ChatGPT-User}, {@code Perplexity-User}. */
    private static final String OF_A_USER = "-user/";

    private static final List<String> ANYWHERE =
            List.of(
                    "archiver",
                    "mediapartners",
                    "fetcher",
                    "crawl",
                    "spider",
                    "slurp",
                    "scrap",
                    "validator",
                    "linkcheck",
                    "link preview",
                    "web preview",
                    "headless",
                    "lighthouse",
                    "phantomjs",
                    "puppeteer",
                    "playwright",
                    "selenium",
                    "http client",
                    "http-client",
                    "httpclient",
                    "okhttp",
                    "curl",
                    "wget",
                    "python",
                    "libwww",
                    "axios",
                    "node-fetch",
                    "undici",
                    "guzzle",
                    "reqwest",
                    "powershell");

    /** These are in the agents of people too, further on. */
    private static final List<String> AT_THE_START =
            List.of(
                    "java/",
                    "ruby",
                    "perl",
                    "php",
                    "dart/",
                    "got",
                    "node",
                    "faraday",
                    "restsharp",
                    "reactornetty",
                    "jersey/",
                    "vert.x",
                    "httpie",
                    "postman",
                    "insomnia",
                    "apachebench",
                    "k6/");

    private static final int NAME_MAX = 40;

    private Robots() {}

    /** The name of a robot in lower case, or null. */
    static @Nullable String nameIn(String header) {
        String agent = header.toLowerCase(Locale.ROOT);
        int user = agent.indexOf(OF_A_USER);
        if (user >= 0) {
            return nameAround(agent, user, user + OF_A_USER.length() - 1);
        }
        Matcher bot = BOT.matcher(header);
        if (bot.find()) {
            return nameAround(header, bot.start(), bot.end()).toLowerCase(Locale.ROOT);
        }
        for (String word : ANYWHERE) {
            int at = agent.indexOf(word);
            if (at >= 0) {
                return nameAround(agent, at, at + word.length());
            }
        }
        for (String word : AT_THE_START) {
            if (agent.startsWith(word)) {
                return nameAround(agent, 0, 0);
            }
        }
        // Robots name a page about themselves.
        return agent.contains("+http://") || agent.contains("+https://") ? "url" : null;
    }

    private static String nameAround(String agent, int start, int end) {
        int from = start;
        while (from > 0 && isOfName(agent.charAt(from - 1))) {
            from--;
        }
        int to = end;
        while (to < agent.length() && isOfName(agent.charAt(to))) {
            to++;
        }
        return agent.substring(from, Math.min(to, from + NAME_MAX));
    }

    private static boolean isOfName(char c) {
        return (c < 128 && Character.isLetterOrDigit(c)) || c == '-' || c == '_' || c == '.';
    }
}
