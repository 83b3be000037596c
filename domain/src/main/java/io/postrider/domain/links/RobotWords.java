package io.postrider.domain.links;

import java.util.List;
import java.util.stream.Stream;

/** Words in lower case that robots and HTTP clients have in their names. */
public final class RobotWords {

    public static final List<String> ANYWHERE =
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
    public static final List<String> AT_THE_START =
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

    private RobotWords() {}

    /** The words as clicks have them. */
    static List<String> all() {
        return Stream.concat(ANYWHERE.stream(), AT_THE_START.stream())
                .map(word -> word.replace("/", ""))
                .toList();
    }
}
