package io.postrider.domain.links;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The user agents that fetch a link to show a preview of it: those of messengers and social networks, and of the services that
 * make previews for others. The in-app browsers of the same messengers name themselves otherwise: {@code Instagram 300}, {@code
 * [FBAN/…]}, {@code Line/}, {@code [Pinterest/iOS]}, and are not among them.
 */
public final class PreviewAgents {

    /** The characters of an agent that are looked at; a click keeps no more of it. */
    public static final int LENGTH_MAX = 512;

    /** Apps of the same name have these elsewhere in the agents of their browsers. Signal calls itself WhatsApp. */
    private static final List<String> AT_THE_START = List.of("whatsapp", "viber", "pinterest/0");

    /** Names that providers document, or that lists of link shorteners and crawlers agree on. */
    private static final List<String> ANYWHERE =
            List.of(
                    // Facebook, Instagram, Messenger, LINE, and iMessage together with Twitterbot.
                    "facebookexternalhit",
                    "facebot",
                    "meta-externalfetcher",
                    "slackbot",
                    "slack-imgproxy",
                    "twitterbot",
                    "discordbot",
                    "telegrambot",
                    "linkedinbot",
                    // Skype and Teams.
                    "skypeuripreview",
                    "microsoftpreview",
                    "bingpreview",
                    "redditbot",
                    "pinterestbot",
                    "iframely",
                    "embedly",
                    "mastodon/",
                    // Bluesky.
                    "cardyb",
                    "applebot",
                    "vkshare",
                    "snap url preview",
                    "kakaotalk-scrap",
                    "mattermost-bot",
                    // Matrix.
                    "synapse (bot",
                    // Google Chat.
                    "/web/snippet",
                    // Discourse.
                    "onebox");

    private static final String[][] BY_LETTER = new String[128][];

    static {
        for (int letter = 0; letter < BY_LETTER.length; letter++) {
            int first = Character.toLowerCase(letter);
            BY_LETTER[letter] =
                    ANYWHERE.stream()
                            .filter(name -> name.charAt(0) == first)
                            .toArray(String[]::new);
        }
    }

    private PreviewAgents() {}

    static List<String> names() {
        return Stream.concat(AT_THE_START.stream(), ANYWHERE.stream()).toList();
    }

    /** The name by which an agent is known as one that makes previews; null for any other. Nothing is allocated. */
    public static @Nullable String nameIn(String agent) {
        for (String name : AT_THE_START) {
            if (agent.regionMatches(true, 0, name, 0, name.length())) {
                return name;
            }
        }
        int end = Math.min(agent.length(), LENGTH_MAX);
        for (int at = 0; at < end; at++) {
            char letter = agent.charAt(at);
            if (letter < BY_LETTER.length) {
                String name = at(agent, at, BY_LETTER[letter]);
                if (name != null) {
                    return name;
                }
            }
        }
        return null;
    }

    private static @Nullable String at(String agent, int at, String[] names) {
        for (String name : names) {
            if (agent.regionMatches(true, at, name, 0, name.length())) {
                return name;
            }
        }
        return null;
    }
}
