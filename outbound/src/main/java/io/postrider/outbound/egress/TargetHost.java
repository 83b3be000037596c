package io.postrider.outbound.egress;

import io.postrider.platform.net.IpLiteral;
import java.net.Inet6Address;
import java.net.InetAddress;

/** Whom a target URL names: an address written out, or a name. */
public sealed interface TargetHost {

    /** The host as it stands in a URL: brackets around IPv6. */
    String text();

    /** Whether this name means something on this machine or network only: localhost, or a single label. */
    boolean isLocal();

    /** An address, written in its canonical form. */
    record Literal(InetAddress address) implements TargetHost {

        @Override
        public String text() {
            String text = IpLiteral.text(address.getAddress());
            return address instanceof Inet6Address ? "[" + text + "]" : text;
        }

        @Override
        public boolean isLocal() {
            return false;
        }
    }

    /** A name in lowercase ASCII, internationalised labels as {@code xn--}. */
    record Name(String ascii) implements TargetHost {

        @Override
        public String text() {
            return ascii;
        }

        @Override
        public boolean isLocal() {
            return isLocalhost() || ascii.indexOf('.') < 0;
        }

        /** Whether the name is reserved for the loopback addresses (RFC 6761). */
        public boolean isLocalhost() {
            return ascii.equals("localhost") || ascii.endsWith(".localhost");
        }
    }
}
