package io.postrider.platform.nodes;

import java.io.IOException;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.security.PublicKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * TLS in which both sides show that they have the secret of the installation: every node has the key pair that follows
 * from it, and takes no other.
 */
final class NodeTls {

    /** The only version that is spoken. */
    static final String PROTOCOL = "TLSv1.3";

    private NodeTls() {}

    /** For clients and servers. */
    static SSLContext context(byte[] secret) {
        NodeKeyPair pair = NodeKeyPair.of(secret);
        try {
            SSLContext context = SSLContext.getInstance(PROTOCOL);
            context.init(keys(pair), new TrustManager[] {new SameKey(pair.publicKey())}, null);
            return context;
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("every Java platform has " + PROTOCOL, e);
        }
    }

    private static KeyManager[] keys(NodeKeyPair pair)
            throws GeneralSecurityException, IOException {
        char[] none = new char[0];
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, none);
        store.setKeyEntry("node", pair.privateKey(), none, new Certificate[] {pair.certificate()});
        KeyManagerFactory factory =
                KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(store, none);
        return factory.getKeyManagers();
    }

    /**
     * Compares keys. The handshake proves that the peer has the private key; the other parts of its certificate do not matter,
     * such as its name, since a node may have any.
     */
    private static final class SameKey extends X509ExtendedTrustManager {

        private final byte[] key;

        SameKey(PublicKey key) {
            this.key = key.getEncoded();
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type)
                throws CertificateException {
            check(chain);
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
                throws CertificateException {
            check(chain);
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
                throws CertificateException {
            check(chain);
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type)
                throws CertificateException {
            check(chain);
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
                throws CertificateException {
            check(chain);
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
                throws CertificateException {
            check(chain);
        }

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }

        private void check(X509Certificate[] chain) throws CertificateException {
            if (chain.length == 0
                    || !MessageDigest.isEqual(key, chain[0].getPublicKey().getEncoded())) {
                throw new CertificateException("not the key of this installation's nodes");
            }
        }
    }
}
