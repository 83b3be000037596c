package io.postrider.webhooks.sending;

import static io.postrider.webhooks.sending.Attempting.error;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.handler.ssl.SslContextBuilder;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import io.postrider.outbound.http.CallError;
import io.postrider.testkit.http.LoopbackServer;
import io.postrider.testkit.http.RecordingReceiver;
import io.postrider.testkit.http.StubResponse;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Receivers by https, with certificates good and bad. */
class TlsReceiversTest {

    private static final String HOST = "receiver.example";

    private final X509Bundle authority =
            builder().subject("CN=Authority").setIsCertificateAuthority(true).buildSelfSigned();
    private final Attempting attempting =
            new Attempting(
                    Attempting.LOOPBACK,
                    Attempting.SETTINGS,
                    SslContextBuilder.forClient().trustManager(authority.getCertificate()).build());

    TlsReceiversTest() throws Exception {}

    private static CertificateBuilder builder() {
        return new CertificateBuilder().algorithm(CertificateBuilder.Algorithm.ecp256);
    }

    @AfterEach
    void close() {
        attempting.close();
    }

    private AttemptResult sendTo(X509Bundle certificate) throws Exception {
        SSLContext tls = SSLContext.getInstance("TLS");
        tls.init(certificate.toKeyManagerFactory().getKeyManagers(), null, null);
        try (RecordingReceiver receiver =
                RecordingReceiver.startTls(tls, StubResponse.status(200))) {
            attempting.name(HOST, "127.0.0.1");
            AttemptResult result = attempting.send("https://" + HOST + ":" + receiver.port() + "/");
            boolean delivered = result instanceof AttemptResult.Delivered;
            assertThat(receiver.requests()).hasSize(delivered ? 1 : 0);
            return result;
        }
    }

    @Test
    void aTrustedCertificateOfTheNameIsGood() throws Exception {
        X509Bundle good = builder().subject("CN=x").addSanDnsName(HOST).buildIssuedBy(authority);

        assertThat(sendTo(good)).isInstanceOf(AttemptResult.Delivered.class);
    }

    @Test
    void aTrustedCertificateOfAnotherNameIsNot() throws Exception {
        X509Bundle other =
                builder()
                        .subject("CN=" + HOST)
                        .addSanDnsName("other.example")
                        .buildIssuedBy(authority);

        assertThat(error(sendTo(other))).isEqualTo(CallError.CERTIFICATE_WRONG_HOST);
    }

    /** A kept connection was verified for the name that it was opened for. */
    @Test
    void aConnectionOfOneNameIsNotUsedForAnotherOfTheSameAddress() throws Exception {
        X509Bundle good = builder().subject("CN=x").addSanDnsName(HOST).buildIssuedBy(authority);
        SSLContext tls = SSLContext.getInstance("TLS");
        tls.init(good.toKeyManagerFactory().getKeyManagers(), null, null);
        attempting.name(HOST, "127.0.0.1");
        attempting.name("other.example", "127.0.0.1");
        try (RecordingReceiver receiver =
                RecordingReceiver.startTls(tls, StubResponse.status(200))) {
            String rest = ":" + receiver.port() + "/";

            assertThat(attempting.send("https://" + HOST + rest))
                    .isInstanceOf(AttemptResult.Delivered.class);
            assertThat(error(attempting.send("https://other.example" + rest)))
                    .isEqualTo(CallError.CERTIFICATE_WRONG_HOST);
            assertThat(receiver.requests()).hasSize(1);
        }
    }

    @Test
    void anExpiredCertificateIsNot() throws Exception {
        X509Bundle expired =
                builder()
                        .subject("CN=x")
                        .addSanDnsName(HOST)
                        .notBefore(Instant.now().minus(10, ChronoUnit.DAYS))
                        .notAfter(Instant.now().minus(1, ChronoUnit.DAYS))
                        .buildIssuedBy(authority);

        assertThat(error(sendTo(expired))).isEqualTo(CallError.CERTIFICATE_EXPIRED);
    }

    @Test
    void aSelfSignedCertificateIsNot() throws Exception {
        X509Bundle selfSigned =
                builder()
                        .subject("CN=x")
                        .addSanDnsName(HOST)
                        .setIsCertificateAuthority(true)
                        .buildSelfSigned();

        assertThat(error(sendTo(selfSigned))).isEqualTo(CallError.CERTIFICATE_INVALID);
    }

    @Test
    void aReceiverThatDoesNotSpeakTlsIsNamed() {
        attempting.name(HOST, "127.0.0.1");
        try (LoopbackServer plain =
                LoopbackServer.start((socket, _) -> {
                    int first = socket.getInputStream().read();
                    assertThat(first).isPositive();
                    socket.getOutputStream()
                            .write("HTTP/1.1 400 Bad\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                })) {
            assertThat(error(attempting.send("https://" + HOST + ":" + plain.port() + "/")))
                    .isEqualTo(CallError.TLS_FAILED);
            assertThat(plain.accepted()).isEqualTo(1);
        }
    }

    @Test
    void aReceiverThatHangsUpDuringTheHandshakeIsNamed() {
        attempting.name(HOST, "127.0.0.1");
        try (LoopbackServer hangingUp =
                LoopbackServer.start(
                        (socket, _) -> assertThat(socket.getInputStream().read()).isPositive())) {
            assertThat(error(attempting.send("https://" + HOST + ":" + hangingUp.port() + "/")))
                    .isIn(CallError.TLS_FAILED, CallError.CONNECTION_RESET);
            assertThat(hangingUp.accepted()).isEqualTo(1);
        }
    }
}
