package io.postrider.outbound.egress;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.testkit.claims.Verifies;
import java.net.InetAddress;
import java.net.SocketException;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class OwnAddressesTest {

    private final AtomicLong nanos = new AtomicLong();

    @Test
    @Verifies("own-addresses")
    void anAddressThatComesUpLaterIsKnownWithinTenSeconds() throws Exception {
        InetAddress first = InetAddress.getByName("8.8.4.4");
        InetAddress second = InetAddress.getByName("8.8.8.8");
        AtomicReference<Set<InetAddress>> interfaces = new AtomicReference<>(Set.of(first));
        EgressPolicy policy =
                EgressPolicy.publicOnly().denying(new OwnAddresses(interfaces::get, nanos::get));

        interfaces.set(Set.of(first, second));
        assertThat(policy.check(second)).isEqualTo(AddressClass.PUBLIC);
        nanos.addAndGet(OwnAddresses.KEPT.toNanos());

        assertThat(policy.check(second)).isEqualTo(AddressClass.DENIED);
    }

    @Test
    @Verifies("own-addresses")
    void theLastReadingHoldsWhereTheNextOneFails() throws Exception {
        InetAddress own = InetAddress.getByName("8.8.4.4");
        AtomicLong readings = new AtomicLong();
        OwnAddresses addresses =
                new OwnAddresses(
                        () -> {
                            if (readings.incrementAndGet() > 1) {
                                throw new SocketException("no more files");
                            }
                            return Set.of(own);
                        },
                        nanos::get);

        nanos.addAndGet(OwnAddresses.KEPT.toNanos());

        assertThat(addresses.get()).containsExactly(own);
        assertThat(readings).hasValue(2);
    }

    @Test
    void theInterfacesOfThisMachineAreRead() throws Exception {
        assertThat(OwnAddresses.of(OwnAddresses::ofInterfaces).get())
                .anyMatch(InetAddress::isLoopbackAddress);
    }
}
