package io.postrider.outbound.egress;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.testkit.claims.Verifies;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TargetPolicyTest {

    private static final TargetPolicy WEBHOOKS = TargetPolicy.forCalls(EgressPolicy.publicOnly());
    private static final TargetPolicy LOCAL_WEBHOOKS =
            TargetPolicy.forCalls(EgressPolicy.parse("127.0.0.0/8,10.0.0.0/8"));
    private static final TargetPolicy LINKS = TargetPolicy.forLinkTargets(false);
    private static final TargetPolicy PRIVATE_LINKS = TargetPolicy.forLinkTargets(true);

    @ParameterizedTest
    @Verifies({"target-forms", "link-targets"})
    @CsvSource(
            delimiter = '|',
            value = {
                "http://8.8.8.8@127.0.0.1/                | userinfo_not_allowed",
                "https://user:pass@a.example/             | userinfo_not_allowed",
                "https://@a.example/                      | userinfo_not_allowed",
                "https://a.example%40b.example/           | host_invalid",
                "http://8.8.8.8\\@127.0.0.1/              | character_not_allowed",
                "https://a.example/\\b                    | character_not_allowed",
                "https://a.example/?q=\\                  | character_not_allowed",
                "https:\\\\a.example/                     | character_not_allowed",
                "ftp://a.example/                         | scheme_not_allowed",
                "javascript://a.example/%0aalert(1)       | scheme_not_allowed",
                "javascript:alert(1)                      | url_invalid",
                "//a.example/                             | url_invalid",
                "a.example                                | url_invalid",
                "/path                                    | url_invalid",
                "https:a.example                          | url_invalid",
                "https:/a.example                         | url_invalid",
                "https:///a.example                       | host_missing",
                "https://                                 | host_missing",
                "https://:443/                            | host_missing",
                "https://?a.example                       | host_missing",
                "https://a.example:/                      | port_invalid",
                "https://a.example:0/                     | port_invalid",
                "https://a.example:65536/                 | port_invalid",
                "https://a.example:99999/                 | port_invalid",
                "https://a.example:0443/                  | port_invalid",
                "https://a.example:+443/                  | port_invalid",
                "https://a.example:443:443/               | port_invalid",
                "https://a.example:４４３/                   | port_invalid",
                "https://[2606:4700::1111]:0/             | port_invalid",
                "https://xn--zzzzzzzzz.example/           | host_invalid",
                "https://a.xn--/                          | host_invalid",
                "https://XN--A.example/                   | host_invalid",
                "https://xn--abc-.example/                | host_invalid",
                "https://xn--a-ü.example/                  | host_invalid",
                "https://a.example./                      | host_trailing_dot",
                "https://a.example/100%                   | escape_invalid",
                "https://a.example/%zz                    | escape_invalid",
                "https://a.example/%1                     | escape_invalid",
            })
    void whatIsWrongWithAUrlIsNamed(String url, String code) {
        assertThat(code(WEBHOOKS.check(url))).isEqualTo(code);
        assertThat(code(PRIVATE_LINKS.check(url))).isEqualTo(code);
    }

    @ParameterizedTest
    @Verifies({"target-forms", "link-targets"})
    @ValueSource(
            strings = {
                "\r", "\n", "\t", "\0", " ", "\u000b", "\u001f", "\u007f", "\u0085", "\u00a0",
                "\u2028", "\u3000", "\ud800", "\\"
            })
    void aForbiddenCharacterIsRefusedWhereverItStands(String character) {
        for (String url :
                new String[] {
                    character + "https://a.example/",
                    "https" + character + "://a.example/",
                    "https://a" + character + ".example/",
                    "https://a.example/p" + character + "q",
                    "https://a.example/?p" + character + "q",
                    "https://a.example/" + character,
                    "https://a.example/#" + character
                }) {
            assertThat(code(LINKS.check(url))).isEqualTo("character_not_allowed");
        }
    }

    @Test
    void aNumberSignBeforeTheAtSignEndsTheHost() {
        assertThat(code(WEBHOOKS.check("http://127.0.0.1#@8.8.8.8/")))
                .isEqualTo("fragment_not_allowed");
        assertThat(code(LINKS.check("http://127.0.0.1#@8.8.8.8/")))
                .isEqualTo("address_not_allowed");
        assertThat(code(LINKS.check("http://127.0.0.1?@8.8.8.8/")))
                .isEqualTo("address_not_allowed");
    }

    @ParameterizedTest
    @Verifies({"target-forms", "link-targets"})
    @CsvSource(
            delimiter = '→',
            value = {
                "https://a.example                           → https://a.example",
                "https://a.example/                          → https://a.example/",
                "HTTPS://A.Example/PATH?Q#F                  → https://a.example/PATH?Q#F",
                "https://a.example:443/                      → https://a.example/",
                "http://a.example:80/                        → http://a.example/",
                "http://a.example:443/                       → http://a.example:443/",
                "https://a.example:8443/x                    → https://a.example:8443/x",
                "https://a.example?q=1                       → https://a.example?q=1",
                "https://a.example#                          → https://a.example#",
                "https://a.example/a/../b//c?x=1&x=2&y&z=%3D → https://a.example/a/../b//c?x=1&x=2&y&z=%3D",
                "https://a.example/?u=https://b.example/@x:y → https://a.example/?u=https://b.example/@x:y",
                "https://a.example/%0A?text=a%0Ab            → https://a.example/%0A?text=a%0Ab",
                "https://a.example/?f={\"a\":1}|b            → https://a.example/?f=%7B%22a%22:1%7D%7Cb",
                "https://a.example/#[[0,1]]                  → https://a.example/#[[0,1]]",
                "https://a.example/é?ü=ß#日                   → https://a.example/%C3%A9?%C3%BC=%C3%9F#%E6%97%A5",
                "https://a.example/😀                         → https://a.example/%F0%9F%98%80",
                "https://рф.рф/                              → https://xn--p1ai.xn--p1ai/",
                "https://BÜCHER.example/                     → https://xn--bcher-kva.example/",
                "https://普遍适用测试.我爱你/                      → https://xn--tkvs6ms8gqpywye3ma.xn--6qq986b3xl/",
                "https://xn--bcher-kva.example/              → https://xn--bcher-kva.example/",
                "https://xn--strae-oqa.example/              → https://xn--strae-oqa.example/",
                "https://xn--mgba3gch31f060k.example/        → https://xn--mgba3gch31f060k.example/",
                "https://🤖.example/                          → https://xn--yp9h.example/",
                "https://r3---sn-4g5e6nsz.example/           → https://r3---sn-4g5e6nsz.example/",
                "https://under_score._dmarc.example/         → https://under_score._dmarc.example/",
                "https://8.8.8.8:53/                         → https://8.8.8.8:53/",
                "https://[2606:4700::1111]/                  → https://[2606:4700::1111]/",
                "https://[2606:4700::ABCD]:8443/             → https://[2606:4700::abcd]:8443/",
                "https://1.2.3.4.example/                    → https://1.2.3.4.example/",
                "https://0x7f.example/                       → https://0x7f.example/",
                "https://intranet/                           → https://intranet/",
            })
    void aLinkTargetIsWrittenInOneForm(String url, String canonical) {
        TargetCheck check = LINKS.check(url);

        assertThat(accepted(check)).hasToString(canonical);
        assertThat(accepted(LINKS.check(canonical))).isEqualTo(accepted(check));
    }

    @ParameterizedTest
    @CsvSource({
        "https://BÜCHER.example/, https://xn--bcher-kva.example/",
        "https://under_score.example/, https://under_score.example/",
        "https://a.example:65535/, https://a.example:65535/"
    })
    void aWebhookMayHaveAnyNameAndPortOfThePublicInternet(String url, String canonical) {
        assertThat(accepted(WEBHOOKS.check(url))).hasToString(canonical);
    }

    @Test
    void theRequestLineIsNeverWithoutAPath() {
        assertThat(accepted(WEBHOOKS.check("https://a.example")).requestTarget()).isEqualTo("/");
        assertThat(accepted(WEBHOOKS.check("https://a.example?q")).requestTarget())
                .isEqualTo("/?q");
        assertThat(accepted(WEBHOOKS.check("https://a.example//p?q")).requestTarget())
                .isEqualTo("//p?q");
    }

    @Test
    void lengthIsLimitedBeforeAndAfterEncoding() {
        String base = "https://a.example/";
        String longest = base + "x".repeat(2048 - base.length());

        assertThat(accepted(WEBHOOKS.check(longest))).hasToString(longest);
        assertThat(code(WEBHOOKS.check(longest + "x"))).isEqualTo("url_too_long");
        assertThat(code(WEBHOOKS.check(base + "é".repeat(1000)))).isEqualTo("url_too_long");
        assertThat(accepted(LINKS.check(base + "x".repeat(8192 - base.length())))).isNotNull();
        assertThat(code(LINKS.check(base + "x".repeat(8193 - base.length()))))
                .isEqualTo("url_too_long");
    }

    @Test
    void namesHaveTheLengthsOfDns() {
        String label = "a".repeat(63);
        String name = String.join(".", label, label, label, "a".repeat(61));

        assertThat(accepted(WEBHOOKS.check("https://" + name + "/"))).isNotNull();
        assertThat(code(WEBHOOKS.check("https://" + name + "a/"))).isEqualTo("host_invalid");
        assertThat(code(WEBHOOKS.check("https://" + label + "a.example/")))
                .isEqualTo("host_invalid");
    }

    @Test
    void aWebhookMustBeEncryptedUnlessTheAllowListMayOpenItsTarget() {
        assertThat(code(WEBHOOKS.check("http://a.example/"))).isEqualTo("https_required");
        assertThat(code(WEBHOOKS.check("http://8.8.8.8/"))).isEqualTo("https_required");
        assertThat(accepted(LOCAL_WEBHOOKS.check("http://127.0.0.1:9000/hook")))
                .hasToString("http://127.0.0.1:9000/hook");
        assertThat(accepted(LOCAL_WEBHOOKS.check("http://localhost:9000/hook"))).isNotNull();
        assertThat(accepted(LOCAL_WEBHOOKS.check("http://a.example/"))).isNotNull();
        assertThat(accepted(LOCAL_WEBHOOKS.check("http://receiver:9000/"))).isNotNull();
        assertThat(code(LOCAL_WEBHOOKS.check("http://8.8.8.8/"))).isEqualTo("https_required");
        assertThat(code(LOCAL_WEBHOOKS.check("http://192.168.0.1/")))
                .isEqualTo("address_not_allowed");
        assertThat(code(LOCAL_WEBHOOKS.check("http://[::1]/"))).isEqualTo("address_not_allowed");
    }

    @Test
    void aSingleLabelNeedsAnAllowListAndLocalhostOneThatOpensIt() {
        TargetPolicy tenOnly = TargetPolicy.forCalls(EgressPolicy.parse("10.0.0.0/8"));

        assertThat(code(WEBHOOKS.check("https://intranet/"))).isEqualTo("address_not_allowed");
        assertThat(accepted(tenOnly.check("https://intranet/"))).isNotNull();
        assertThat(code(tenOnly.check("http://localhost/"))).isEqualTo("address_not_allowed");
    }

    @Test
    void aWebhooksPathHoldsNoEncodedControlCharacters() {
        assertThat(code(WEBHOOKS.check("https://a.example/%0d%0ax")))
                .isEqualTo("character_not_allowed");
        assertThat(code(WEBHOOKS.check("https://a.example/?x=%00")))
                .isEqualTo("character_not_allowed");
        assertThat(code(WEBHOOKS.check("https://a.example/%7F")))
                .isEqualTo("character_not_allowed");
        assertThat(accepted(WEBHOOKS.check("https://a.example/%20"))).isNotNull();
    }

    private static String code(TargetCheck check) {
        return switch (check) {
            case TargetCheck.Accepted(TargetUrl target) -> "accepted as " + target;
            case TargetCheck.Refused(String code, String _) -> code;
        };
    }

    private static TargetUrl accepted(TargetCheck check) {
        assertThat(check).isInstanceOf(TargetCheck.Accepted.class);
        return ((TargetCheck.Accepted) check).target();
    }
}
