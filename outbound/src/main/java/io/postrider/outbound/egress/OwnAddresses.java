package io.postrider.outbound.egress;

import io.postrider.platform.net.IpLiteral;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The addresses of this machine's network interfaces, read again when the last reading is ten seconds old. */
public final class OwnAddresses implements Supplier<Set<InetAddress>> {

    private static final Logger LOGGER = LoggerFactory.getLogger(OwnAddresses.class);

    /** An interface may come up while the process runs; a reading costs some system calls. */
    static final Duration KEPT = Duration.ofSeconds(10);

    private final Source source;
    private final LongSupplier nanos;
    private final AtomicReference<Reading> last;

    /** Where the addresses are read. */
    @FunctionalInterface
    public interface Source {
        Set<InetAddress> read() throws SocketException;
    }

    /** @param at the monotonic clock at the reading */
    private record Reading(Set<InetAddress> addresses, long at) {}

    OwnAddresses(Source source, LongSupplier nanos) throws SocketException {
        this.source = source;
        this.nanos = nanos;
        this.last = new AtomicReference<>(reading());
    }

    /**
     * Reads the addresses of a source.
     *
     * @throws SocketException if the first reading fails
     */
    public static OwnAddresses of(Source source) throws SocketException {
        return new OwnAddresses(source, System::nanoTime);
    }

    /** The addresses of all network interfaces. */
    public static Set<InetAddress> ofInterfaces() throws SocketException {
        return NetworkInterface.networkInterfaces()
                .flatMap(NetworkInterface::inetAddresses)
                .collect(Collectors.toUnmodifiableSet());
    }

    @Override
    public Set<InetAddress> get() {
        Reading known = last.get();
        if (nanos.getAsLong() - known.at < KEPT.toNanos()) {
            return known.addresses;
        }
        // One caller reads; the others go on with the last reading.
        Reading claimed = new Reading(known.addresses, nanos.getAsLong());
        if (last.compareAndSet(known, claimed)) {
            readAgain(claimed);
        }
        return last.get().addresses;
    }

    private void readAgain(Reading claimed) {
        try {
            last.compareAndSet(claimed, reading());
        } catch (SocketException e) {
            LOGGER.atWarn()
                    .addKeyValue("error", e.getMessage())
                    .log("The addresses of this machine cannot be read; using the last known ones");
        }
    }

    private Reading reading() throws SocketException {
        Set<InetAddress> addresses =
                source.read().stream()
                        .map(address -> IpLiteral.address(IpLiteral.unmapped(address.getAddress())))
                        .collect(Collectors.toUnmodifiableSet());
        return new Reading(addresses, nanos.getAsLong());
    }
}
