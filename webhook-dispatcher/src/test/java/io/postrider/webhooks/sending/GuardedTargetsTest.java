package io.postrider.webhooks.sending;

import static io.postrider.webhooks.sending.Attempting.error;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.outbound.egress.EgressPolicy;
import io.postrider.outbound.http.CallError;
import io.postrider.testkit.claims.Verifies;
import io.postrider.testkit.http.ReceivedRequest;
import io.postrider.testkit.http.RecordingReceiver;
import java.net.InetAddress;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where attempts may go, judged by a receiver that would see the slightest knock. */
class GuardedTargetsTest {

    private final RecordingReceiver receiver = RecordingReceiver.start();
    private final Attempting closed = Attempting.under(EgressPolicy.publicOnly());
    private final Attempting open = Attempting.toLoopback();

    @AfterEach
    void close() {
        receiver.close();
        closed.close();
        open.close();
    }

    private void assertRefusedUnheard(AttemptResult result) {
        assertThat(error(result)).isEqualTo(CallError.ADDRESS_REFUSED);
        assertThat(receiver.server().accepted()).isZero();
        assertThat(result.toString()).doesNotContain("127.0.0.1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"http", "https"})
    void aPrivateAddressIsNotEvenKnockedAt(String scheme) {
        assertRefusedUnheard(closed.send(scheme + "://127.0.0.1:" + receiver.port() + "/"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost", "a.localhost"})
    void localhostIsRefused(String host) {
        closed.name(host, "8.8.8.8");

        assertRefusedUnheard(closed.send("https://" + host + ":" + receiver.port() + "/"));
    }

    @ParameterizedTest
    @Verifies("target-addresses")
    @ValueSource(strings = {"127.0.0.1", "::1", "10.0.0.1", "169.254.169.254", "fd00:ec2::254"})
    void aNameThatLeadsToAPrivateAddressIsRefused(String address) {
        closed.name("rebound.example", address);

        assertRefusedUnheard(closed.send("https://rebound.example:" + receiver.port() + "/"));
    }

    @Test
    @Verifies("target-addresses")
    void onePrivateAddressAmongPublicOnesCondemnsAll() {
        closed.name("mixed.example", "8.8.8.8", "127.0.0.1");
        assertRefusedUnheard(closed.send("https://mixed.example:" + receiver.port() + "/"));

        closed.name("mixed.example", "127.0.0.1", "8.8.8.8");
        assertRefusedUnheard(closed.send("https://mixed.example:" + receiver.port() + "/"));

        closed.name("mixed.example", "8.8.8.8", "fd00::1");
        assertRefusedUnheard(closed.send("https://mixed.example:" + receiver.port() + "/"));
    }

    @Test
    void plainHttpAndSingleLabelsReachOnlyWhatIsOpened() {
        open.name("public.example", "8.8.8.8");
        open.name("intranet", "8.8.8.8");
        open.name("mixed.example", "127.0.0.1", "8.8.8.8");

        assertRefusedUnheard(open.send("http://public.example/"));
        assertRefusedUnheard(open.send("https://intranet/"));
        assertRefusedUnheard(open.send("http://mixed.example:" + receiver.port() + "/"));
    }

    @Test
    void whatIsOpenedIsReachedByAddressByNameAndAsLocalhost() {
        open.name("receiver.example", "127.0.0.1");
        open.name("receiver", "127.0.0.1");
        String rest = ":" + receiver.port() + "/";

        for (String host :
                new String[] {
                    "127.0.0.1", "receiver.example", "receiver", "localhost", "a.localhost"
                }) {
            assertThat(open.send("http://" + host + rest))
                    .isInstanceOf(AttemptResult.Delivered.class);
            assertThat(receiver.requests())
                    .last()
                    .extracting(r -> r.header("host").orElse(""))
                    .isEqualTo(host + ":" + receiver.port());
        }
        assertThat(receiver.requests()).extracting(ReceivedRequest::method).containsOnly("POST");
    }

    @Test
    @Verifies("target-addresses")
    void everyAttemptIsCheckedAnew() {
        String url = "http://moving.example:" + receiver.port() + "/";
        open.name("moving.example", "127.0.0.1");
        assertThat(open.send(url)).isInstanceOf(AttemptResult.Delivered.class);

        open.name("moving.example", "10.0.0.1");
        assertThat(error(open.send(url))).isEqualTo(CallError.ADDRESS_REFUSED);
        assertThat(receiver.server().accepted()).isEqualTo(1);
    }

    /** A name server that answers the check and the connection in two ways is asked once. */
    @Test
    @Verifies("target-addresses")
    void anAttemptLooksItsNameUpOnceAndConnectsToTheAddressThatWasChecked() {
        String url = "http://rebound.example:" + receiver.port() + "/";
        for (int attempt = 1; attempt <= 3; attempt++) {
            open.name("rebound.example", "127.0.0.1");
            assertThat(open.send(url)).isInstanceOf(AttemptResult.Delivered.class);
            assertThat(open.lookUps()).isEqualTo(attempt);
        }
    }

    @Test
    void aSecondAddressIsTriedWhereNothingWasSentToTheFirst() {
        open.name("two.example", "127.0.0.2", "127.0.0.1");

        assertThat(open.send("http://two.example:" + receiver.port() + "/"))
                .isInstanceOf(AttemptResult.Delivered.class);
        assertThat(receiver.requests()).hasSize(1);
    }

    @Test
    void anUnknownNameIsAFailureOfItsOwn() {
        assertThat(error(open.send("https://nowhere.example/"))).isEqualTo(CallError.DNS_FAILED);
    }

    @Test
    void aSenderOnTheMachinesOwnNameServersIsGuardedToo() throws Exception {
        String self = InetAddress.getLocalHost().getHostName();
        String rest = ":" + receiver.port() + "/";
        AttemptSettings settings = Attempting.SETTINGS;
        try (AttemptSender guarded =
                        AttemptSender.open(
                                EgressPolicy.publicOnly(), settings, InstantSource.system());
                AttemptSender opened =
                        AttemptSender.open(Attempting.LOOPBACK, settings, InstantSource.system())) {
            assertThat(error(sendBy(guarded, "https://" + self + rest)))
                    .isIn(CallError.ADDRESS_REFUSED, CallError.DNS_FAILED);
            assertThat(error(sendBy(guarded, "https://localhost" + rest)))
                    .isEqualTo(CallError.ADDRESS_REFUSED);
            assertThat(receiver.server().accepted()).isZero();
            assertThat(sendBy(opened, "http://localhost" + rest))
                    .isInstanceOf(AttemptResult.Delivered.class);
        }
    }

    private static AttemptResult sendBy(AttemptSender sender, String url) {
        AttemptRequest request = new AttemptRequest(Attempting.target(url), List.of(), new byte[0]);
        return sender.attempt(request).blockOptional(Duration.ofSeconds(20)).orElseThrow();
    }
}
