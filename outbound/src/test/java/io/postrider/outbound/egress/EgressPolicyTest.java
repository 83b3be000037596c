package io.postrider.outbound.egress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.testkit.claims.Verifies;
import java.net.InetAddress;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EgressPolicyTest {

    @ParameterizedTest
    @Verifies({"target-addresses", "special-addresses"})
    @ValueSource(
            strings = {
                "0.0.0.0",
                "0.255.255.255",
                "10.0.0.0",
                "10.255.255.255",
                "100.64.0.0",
                "100.64.0.1",
                "100.100.100.200",
                "100.127.255.255",
                "127.0.0.1",
                "127.255.255.255",
                "168.63.129.16",
                "169.254.0.0",
                "169.254.169.254",
                "172.16.0.0",
                "172.31.255.255",
                "192.0.0.1",
                "192.0.0.192",
                "192.0.2.1",
                "192.88.99.1",
                "192.168.0.1",
                "192.168.255.255",
                "198.18.0.1",
                "198.19.255.255",
                "198.51.100.7",
                "203.0.113.7",
                "224.0.0.1",
                "239.255.255.255",
                "240.0.0.1",
                "255.255.255.255",
                "::",
                "::1",
                "::127.0.0.1",
                "::8.8.8.8",
                "::ffff:127.0.0.1",
                "::ffff:10.0.0.1",
                "::ffff:0:127.0.0.1",
                "64:ff9b::7f00:1",
                "64:ff9b::808:808",
                "64:ff9b:1::1",
                "100::1",
                "2001::1",
                "2001:0:4136:e378:8000:63bf:80ff:fffe",
                "2001:2::1",
                "2001:10::1",
                "2001:1ff:ffff::1",
                "2001:db8::1",
                "2002:7f00:1::",
                "2002:808:808::1",
                "2620:4f:8000::1",
                "3fff::1",
                "4000::1",
                "5f00::1",
                "fc00::1",
                "fd00:ec2::254",
                "fe80::1",
                "fec0::1",
                "ff02::1"
            })
    void aSpecialAddressIsDenied(String address) throws Exception {
        assertThat(EgressPolicy.publicOnly().check(InetAddress.getByName(address)))
                .isEqualTo(AddressClass.DENIED);
    }

    @ParameterizedTest
    @Verifies("special-addresses")
    @ValueSource(
            strings = {
                "1.1.1.1",
                "8.8.8.8",
                "9.255.255.255",
                "11.0.0.0",
                "100.63.255.254",
                "100.128.0.1",
                "126.255.255.255",
                "128.0.0.1",
                "168.63.129.15",
                "169.253.255.255",
                "169.255.0.0",
                "172.15.255.255",
                "172.32.0.0",
                "192.0.1.1",
                "192.167.255.255",
                "192.169.0.0",
                "198.17.255.255",
                "198.20.0.0",
                "223.255.255.255",
                "::ffff:8.8.8.8",
                "2000::1",
                "2001:200::1",
                "2001:4860:4860::8888",
                "2001:db7::1",
                "2001:db9::1",
                "2003::1",
                "2606:4700::1111",
                "3ffe::1"
            })
    void anAddressOfThePublicInternetIsPublic(String address) throws Exception {
        assertThat(EgressPolicy.publicOnly().check(InetAddress.getByName(address)))
                .isEqualTo(AddressClass.PUBLIC);
    }

    @ParameterizedTest
    @Verifies("private-targets")
    @CsvSource({
        "127.0.0.0/8, 127.0.0.1, ALLOW_LISTED",
        "127.0.0.0/8, ::ffff:127.0.0.1, ALLOW_LISTED",
        "127.0.0.0/8, 128.0.0.1, PUBLIC",
        "127.0.0.0/8, ::1, DENIED",
        "127.0.0.0/8, ::127.0.0.1, DENIED",
        "127.0.0.0/8, 64:ff9b::7f00:1, DENIED",
        "127.0.0.0/8, 2002:7f00:1::, DENIED",
        "127.0.0.1, 127.0.0.1, ALLOW_LISTED",
        "127.0.0.1, 127.0.0.2, DENIED",
        "::1/128, ::1, ALLOW_LISTED",
        "::1, ::1, ALLOW_LISTED",
        "10.1.0.0/16, 10.1.255.255, ALLOW_LISTED",
        "10.1.0.0/16, 10.2.0.0, DENIED",
        "10.1.2.0/23, 10.1.3.255, ALLOW_LISTED",
        "10.1.2.0/23, 10.1.4.0, DENIED",
        "fd00::/8, fd00:ec2::254, ALLOW_LISTED",
        "fd00::/8, fc00::1, DENIED",
        "64:ff9b::/96, 64:ff9b::808:808, ALLOW_LISTED",
        "64:ff9b::/96, 64:ff9b::7f00:1, DENIED",
        "2001::/32, 2001:0:4136:e378:8000:63bf:80ff:fffe, DENIED",
        "2002::/16, 2002:a00:1::1, DENIED",
        "::/0, ::127.0.0.1, DENIED",
        "8.8.8.0/24, 8.8.8.8, ALLOW_LISTED"
    })
    void theAllowListOpensExactlyItsBlocks(String blocks, String address, AddressClass verdict)
            throws Exception {
        assertThat(EgressPolicy.parse(blocks).check(InetAddress.getByName(address)))
                .isEqualTo(verdict);
    }

    @Test
    @Verifies("special-addresses")
    void anIpv4MappedAddressThatKeptItsFormIsUnwrapped() throws Exception {
        byte[] mapped = new byte[16];
        mapped[10] = (byte) 0xff;
        mapped[11] = (byte) 0xff;
        mapped[12] = 10;
        InetAddress address = java.net.Inet6Address.getByAddress("mapped.test", mapped, 1);

        assertThat(address).isInstanceOf(java.net.Inet6Address.class);
        assertThat(EgressPolicy.publicOnly().check(address)).isEqualTo(AddressClass.DENIED);
        assertThat(EgressPolicy.parse("10.0.0.0/8").check(address))
                .isEqualTo(AddressClass.ALLOW_LISTED);
    }

    @Test
    void severalBlocksMayBeGivenWithBlanksBetween() throws Exception {
        EgressPolicy policy = EgressPolicy.parse("10.0.0.0/8, fd00::/8");

        assertThat(policy.check(InetAddress.getByName("10.0.0.1")))
                .isEqualTo(AddressClass.ALLOW_LISTED);
        assertThat(policy.check(InetAddress.getByName("fd00::1")))
                .isEqualTo(AddressClass.ALLOW_LISTED);
        assertThat(policy).hasToString("10.0.0.0/8,fd00::/8");
    }

    @Test
    void aBlankListOpensNothing() {
        assertThat(EgressPolicy.parse(" ")).hasToString("none");
        assertThat(EgressPolicy.publicOnly()).hasToString("none");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "10.0.0.1/8",
                "10.0.0.0/33",
                "10.0.0.0/",
                "10.0.0.0/08",
                "10.0.0.0/-1",
                "10.0.0.0/8/8",
                "10.0.0/8",
                "010.0.0.0/8",
                "fd00::1/8",
                "fd00::/129",
                "fe80::1%eth0/128",
                "::ffff:10.0.0.0/104",
                "localhost",
                "10.0.0.0/8;fd00::/8"
            })
    void aBlockThatCannotBeReadIsNamed(String block) {
        assertThatThrownBy(() -> EgressPolicy.parse("127.0.0.0/8," + block))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'" + block + "'");
    }

    @Test
    void anEmptyBlockIsAnError() {
        assertThatThrownBy(() -> EgressPolicy.parse("10.0.0.0/8,"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void theMachinesOwnPublicAddressIsDeniedUnlessOpened() throws Exception {
        InetAddress own = InetAddress.getByName("8.8.4.4");

        assertThat(EgressPolicy.publicOnly().denying(() -> Set.of(own)).check(own))
                .isEqualTo(AddressClass.DENIED);
        assertThat(EgressPolicy.parse("8.8.4.4").denying(() -> Set.of(own)).check(own))
                .isEqualTo(AddressClass.ALLOW_LISTED);
        assertThat(
                        EgressPolicy.publicOnly()
                                .denying(OwnAddresses.of(OwnAddresses::ofInterfaces))
                                .check(InetAddress.getByName("8.8.8.8")))
                .isEqualTo(AddressClass.PUBLIC);
    }

    @ParameterizedTest
    @CsvSource({
        "https://a.example/, 8.8.8.8, true",
        "http://a.example/, 8.8.8.8, false",
        "http://a.example/, 10.0.0.1, true",
        "https://a.example/, 10.0.0.1, true",
        "https://a.example/, 10.1.0.0, false",
        "https://single/, 8.8.8.8, false",
        "https://single/, 10.0.0.1, true",
        "https://a.localhost/, 8.8.8.8, false"
    })
    void plainHttpAndLocalNamesReachOnlyWhatIsOpened(String url, String address, boolean admitted)
            throws Exception {
        EgressPolicy policy = EgressPolicy.parse("10.0.0.0/16,127.0.0.0/8");
        TargetUrl target =
                ((TargetCheck.Accepted) TargetPolicy.forCalls(policy).check(url)).target();

        assertThat(policy.admits(target, InetAddress.getByName(address))).isEqualTo(admitted);
    }
}
