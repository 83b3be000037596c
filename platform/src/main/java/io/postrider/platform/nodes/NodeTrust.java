package io.postrider.platform.nodes;

import java.time.InstantSource;
import java.util.function.Function;
import javax.net.ssl.SSLContext;

/**
 * The credentials by which the nodes of one installation authenticate each other.
 *
 * @param token proves who asks, why and when
 * @param tls proves who is at either end of a connection
 */
public record NodeTrust(NodeToken token, SSLContext tls) {

    /** The only version of TLS that nodes speak. */
    public static final String PROTOCOL = NodeTls.PROTOCOL;

    /**
     * The credentials derived from the secret of an installation.
     *
     * @param derive gives the key of 32 bytes for a purpose
     */
    public static NodeTrust from(Function<String, byte[]> derive, InstantSource clock) {
        return new NodeTrust(
                new NodeToken(derive.apply("nodes/token"), clock),
                NodeTls.context(derive.apply("nodes/tls")));
    }
}
