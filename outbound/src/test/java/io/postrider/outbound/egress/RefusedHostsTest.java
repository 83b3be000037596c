package io.postrider.outbound.egress;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.testkit.claims.Verifies;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Hosts that no target may have, and those that only some may. */
class RefusedHostsTest {

    private static final TargetPolicy WEBHOOKS = TargetPolicy.forCalls(EgressPolicy.publicOnly());
    private static final TargetPolicy EVERYTHING_OPEN =
            TargetPolicy.forCalls(EgressPolicy.parse("0.0.0.0/0,::/0"));
    private static final TargetPolicy LINKS = TargetPolicy.forLinkTargets(false);
    private static final TargetPolicy PRIVATE_LINKS = TargetPolicy.forLinkTargets(true);

    /** Ways to write an address that some reader takes for a private one. */
    @ParameterizedTest
    @Verifies("target-forms")
    @ValueSource(
            strings = {
                "127.1",
                "127.0.1",
                "2130706433",
                "0",
                "0x7f000001",
                "0X7F000001",
                "0x",
                "0x7f.0.0.1",
                "0177.0.0.1",
                "00.0.0.0",
                "127.0.0.01",
                "127.0.0.256",
                "127.0.0.1.",
                "127.0.0.1..",
                "1.2.3.4.5",
                "a.0x7f",
                "example.1",
                "localhost.",
                "[::ffff:127.0.0.1]",
                "[::ffff:7f00:1]",
                "[::127.0.0.1]",
                "[::ffff:0:127.0.0.1]",
                "[0:0:0:0:0:0:0:1]",
                "[::0001]",
                "[2606:4700:0::1111]",
                "[fe80::1%eth0]",
                "[fe80::1%25eth0]",
                "[::1",
                "[]",
                "[",
                "[v1.a]",
                "[2606:4700::1111]a",
                "[[::1]]",
                "::1",
                "①②⑦.⓪.⓪.①",
                "１２７.0.0.1",
                "127。0。0。1",
                "127．0．0．1",
                "127｡0｡0｡1",
                "ｌｏｃａｌｈｏｓｔ",
                "loca\u00adlhost",
                "Kelvin.\u212Aelvin",
                "stra\u00dfe.example",
                "\u0130.example",
                "%31%32%37.0.0.1",
                "%6cocalhost",
                "a..example",
                ".example",
                "-a.example",
                "a-.example",
                "a!b.example",
                "a,b.example"
            })
    void aHostThatReadersDisagreeOnIsRefusedWhateverIsOpened(String host) {
        for (String scheme : new String[] {"http", "https"}) {
            String url = scheme + "://" + host + "/";
            assertThat(EVERYTHING_OPEN.check(url)).isInstanceOf(TargetCheck.Refused.class);
            assertThat(PRIVATE_LINKS.check(url)).isInstanceOf(TargetCheck.Refused.class);
        }
    }

    @ParameterizedTest
    @Verifies({"target-forms", "link-targets"})
    @ValueSource(
            strings = {
                "127.0.0.1",
                "0.0.0.0",
                "10.0.0.1",
                "100.64.0.1",
                "169.254.169.254",
                "192.0.0.1",
                "192.0.2.1",
                "198.18.0.1",
                "224.0.0.1",
                "240.0.0.1",
                "255.255.255.255",
                "localhost",
                "LOCALHOST",
                "a.localhost",
                "[::1]",
                "[::]",
                "[::7f00:1]",
                "[64:ff9b::7f00:1]",
                "[64:ff9b:1::1]",
                "[2002:7f00:1::]",
                "[2001::1]",
                "[5f00::1]",
                "[fd00:ec2::254]",
                "[fe80::1]",
                "[ff02::1]"
            })
    void aPrivateHostIsRefusedForWebhooksAndForLinks(String host) {
        TargetCheck refused =
                new TargetCheck.Refused(
                        "address_not_allowed",
                        "The host of the URL has a private, local or reserved address.");
        assertThat(WEBHOOKS.check("https://" + host + "/")).isEqualTo(refused);
        assertThat(WEBHOOKS.check("http://" + host + "/")).isEqualTo(refused);
        assertThat(LINKS.check("https://" + host + "/")).isEqualTo(refused);
        assertThat(PRIVATE_LINKS.check("http://" + host + "/"))
                .isInstanceOf(TargetCheck.Accepted.class);
    }
}
