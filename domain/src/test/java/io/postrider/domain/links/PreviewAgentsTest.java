package io.postrider.domain.links;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PreviewAgentsTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "WhatsApp/2.23.20.0 A | whatsapp",
                "WhatsApp/2.2412.50 W | whatsapp",
                "WhatsApp | whatsapp",
                "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php) | facebookexternalhit",
                "facebookexternalhit/1.1;line-poker/1.0 | facebookexternalhit",
                "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 (KHTML, like Gecko) Version/9.0.1 Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0 | facebookexternalhit",
                "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots) | slackbot",
                "Slack-ImgProxy (+https://api.slack.com/robots) | slack-imgproxy",
                "TelegramBot (like TwitterBot) | telegrambot",
                "Twitterbot/1.0 | twitterbot",
                "LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com) | linkedinbot",
                "Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com) | discordbot",
                "Pinterest/0.2 (+https://www.pinterest.com/bot.html) | pinterest/0",
                "Mozilla/5.0 (compatible; Pinterestbot/1.0; +https://www.pinterest.com/bot.html) | pinterestbot",
                "Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5 skype-url-preview@microsoft.com | skypeuripreview",
                "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_5) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/13.1.1 Safari/605.1.15 (Applebot/0.1; +http://www.apple.com/go/applebot) | applebot",
                "Iframely/1.3.1 (+https://iframely.com/docs/about) | iframely",
                "Mozilla/5.0 (compatible; Embedly/0.2; +http://support.embed.ly/) | embedly",
                "Mastodon/4.3.0 (http.rb/5.2.0; +https://mastodon.example/) Bot | mastodon/",
                "Mozilla/5.0 (compatible; Bluesky Cardyb/1.1; +mailto:support@bsky.app) | cardyb",
                "Mozilla/5.0 (compatible; redditbot/1.0; +http://www.reddit.com/feedback) | redditbot",
                "Mozilla/5.0 (compatible; vkShare; +http://vk.com/dev/Share) | vkshare",
                "Snap URL Preview Service; bot; snapchat; https://developers.snap.com/robots | snap url preview",
                "Synapse (bot; +https://github.com/matrix-org/synapse) | synapse (bot"
            })
    void previewAgentsAreRecognisedByName(String agent, String name) {
        assertThat(PreviewAgents.nameIn(agent)).isEqualTo(name);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "curl/8.5.0",
                "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
                "Mozilla/5.0 (Linux; Android 8.0.0; CUBOT_P20) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/70.0.3538.110 Mobile Safari/537.36",
                "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/21F90 [FBAN/FBIOS;FBAV/470.0.0.34.91;FBDV/iPhone14,5]",
                "Mozilla/5.0 (Linux; Android 14; SM-S911B; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/129.0.0.0 Mobile Safari/537.36 Instagram 350.0.0.20.90 Android",
                "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Safari Line/14.9.0",
                "Mozilla/5.0 (Linux; Android 13; M2101K6G; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/116.0.0.0 Mobile Safari/537.36 MicroMessenger/8.0.42.2460 WeChat/arm64",
                "Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [Pinterest/iOS]",
                "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/129.0.0.0 Mobile Safari/537.36 WhatsApp/2.24",
                "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/129.0.0.0 Mobile Safari/537.36 Telegram-Android/11.2.3"
            })
    void browsersOfMessengersAndRobotsMakeNone(String agent) {
        assertThat(PreviewAgents.nameIn(agent)).isNull();
    }

    @Test
    void noMoreThanTheFirstPartIsRead() {
        assertThat(PreviewAgents.nameIn("x".repeat(64 << 10) + "Twitterbot")).isNull();
        assertThat(PreviewAgents.nameIn("é".repeat(500) + "Twitterbot")).isEqualTo("twitterbot");
    }
}
