package io.postrider.projections.clicks;

import io.postrider.domain.links.ClickVocabulary;
import io.postrider.domain.links.RobotWords;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Robots and HTTP clients, by the words that they have in their names; also those that no list knows yet. */
final class Robots {

    /** In names such as {@code Googlebot} or {@code BotBrowser}, but not of CUBOT, which makes phones. */
    private static final Pattern BOT =
            Pattern.compile("(?<![Cc][Uu])(?:[Bb]ots?(?![a-z])|BOTS?(?![A-Za-z]))");

    /** Requests of models on behalf of users: {@code ChatGPT-User}, {@code Perplexity-User}. */
    private static final String OF_A_USER = "-user/";

    private static final int NAME_MAX = 40;

    private Robots() {}

    /** The listed name of a robot, or the listed word that identified it; null for no robot. */
    static @Nullable String nameIn(String header) {
        String agent = header.toLowerCase(Locale.ROOT);
        int user = agent.indexOf(OF_A_USER);
        if (user >= 0) {
            return ClickVocabulary.robot(
                    nameAround(agent, user, user + OF_A_USER.length() - 1), "user");
        }
        Matcher bot = BOT.matcher(header);
        if (bot.find()) {
            return ClickVocabulary.robot(nameAround(agent, bot.start(), bot.end()), "bot");
        }
        for (String word : RobotWords.ANYWHERE) {
            int at = agent.indexOf(word);
            if (at >= 0) {
                return ClickVocabulary.robot(nameAround(agent, at, at + word.length()), word);
            }
        }
        for (String word : RobotWords.AT_THE_START) {
            if (agent.startsWith(word)) {
                return ClickVocabulary.robot(nameAround(agent, 0, 0), word.replace("/", ""));
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
