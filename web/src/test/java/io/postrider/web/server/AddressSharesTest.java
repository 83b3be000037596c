package io.postrider.web.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.testkit.claims.Verifies;
import org.junit.jupiter.api.Test;

class AddressSharesTest {

    private final AddressShares shares = new AddressShares(2);

    @Test
    @Verifies("connection-shares")
    void aNetworkHoldsItsShareAndNoMore() {
        byte[] one = {10, 0, 0, 1};
        byte[] other = {10, 0, 0, 2};

        assertThat(shares.tryTake(one)).isTrue();
        assertThat(shares.tryTake(one)).isTrue();
        assertThat(shares.tryTake(one)).isFalse();
        assertThat(shares.tryTake(other)).isTrue();
        shares.giveBack(one);
        assertThat(shares.tryTake(one)).isTrue();
    }

    @Test
    @Verifies("connection-shares")
    void oneNetworkOfIpv6IsOneHolder() {
        byte[] first = new byte[16];
        byte[] second = new byte[16];
        second[7] = 1;
        byte[] neighbour = new byte[16];
        neighbour[6] = 1;

        assertThat(shares.tryTake(first)).isTrue();
        assertThat(shares.tryTake(second)).isTrue();
        assertThat(shares.tryTake(second)).isFalse();
        assertThat(shares.tryTake(neighbour)).isTrue();
    }

    @Test
    void whatWasGivenBackTakesNoMemory() {
        for (int i = 0; i < 100; i++) {
            byte[] address = {10, 0, 0, (byte) i};
            shares.tryTake(address);
            shares.giveBack(address);
        }

        assertThat(shares.networks()).isZero();
    }
}
