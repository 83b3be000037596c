package io.postrider.testkit.http;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import javax.net.ServerSocketFactory;
import javax.net.ssl.SSLContext;

/** A small HTTP server on a random loopback port that records every request and answers as configured. */
public final class RecordingReceiver implements AutoCloseable {

    private static final InetAddress LOOPBACK = InetAddress.ofLiteral("127.0.0.1");

    private final LoopbackServer server;
    private final String scheme;
    private final List<ReceivedRequest> requests = new ArrayList<>();
    private volatile Function<ReceivedRequest, StubResponse> answers;

    private RecordingReceiver(
            ServerSocketFactory sockets, InetAddress address, String scheme, StubResponse answer) {
        this.scheme = scheme;
        this.answers = _ -> answer;
        this.server = LoopbackServer.start(sockets, address, (socket, _) -> serve(socket));
    }

    /** Starts a receiver that answers every request with 200. */
    public static RecordingReceiver start() {
        return start(StubResponse.status(200));
    }

    /** Starts a receiver that gives every request the same answer. */
    public static RecordingReceiver start(StubResponse answer) {
        return new RecordingReceiver(ServerSocketFactory.getDefault(), LOOPBACK, "http", answer);
    }

    /** Starts a receiver that containers of this machine reach too. */
    public static RecordingReceiver startOnAllAddresses(StubResponse answer) {
        return new RecordingReceiver(
                ServerSocketFactory.getDefault(), InetAddress.ofLiteral("0.0.0.0"), "http", answer);
    }

    /** Starts a receiver that speaks TLS. */
    public static RecordingReceiver startTls(SSLContext tls, StubResponse answer) {
        return new RecordingReceiver(tls.getServerSocketFactory(), LOOPBACK, "https", answer);
    }

    /** Answers every request with this response from now on. */
    public void answerWith(StubResponse answer) {
        answers = _ -> answer;
    }

    /** Lets every request from now on decide its answer. */
    public void answerBy(Function<ReceivedRequest, StubResponse> chosen) {
        answers = chosen;
    }

    private void serve(Socket socket) throws IOException {
        RequestReader reader = new RequestReader(new BufferedInputStream(socket.getInputStream()));
        boolean goesOn = true;
        while (goesOn) {
            Optional<ReceivedRequest> request = reader.next();
            goesOn = request.isPresent() && answer(request.get(), socket);
        }
    }

    private boolean answer(ReceivedRequest request, Socket socket) throws IOException {
        // A test that sees the request may set the answer of the next one.
        Function<ReceivedRequest, StubResponse> chosen = answers;
        synchronized (requests) {
            requests.add(request);
            requests.notifyAll();
        }
        return chosen.apply(request).answer(new StubResponse.Exchange(request, socket, server));
    }

    /** The port it listens on. */
    public int port() {
        return server.port();
    }

    /** Its URL with the given path. */
    public String url(String path) {
        return scheme + "://127.0.0.1:" + port() + path;
    }

    /** All requests so far, in the order of their arrival. */
    public List<ReceivedRequest> requests() {
        synchronized (requests) {
            return List.copyOf(requests);
        }
    }

    /** Waits until so many requests have arrived, and gives all. */
    public List<ReceivedRequest> awaitRequests(int count, Duration timeout)
            throws InterruptedException {
        return await(received -> received.size() >= count, count + " requests", timeout);
    }

    /** Waits until one request fulfils the condition, and gives the first that does. */
    public ReceivedRequest awaitRequest(Predicate<ReceivedRequest> condition, Duration timeout)
            throws InterruptedException {
        return await(all -> all.stream().anyMatch(condition), "a certain request", timeout).stream()
                .filter(condition)
                .findFirst()
                .orElseThrow();
    }

    private List<ReceivedRequest> await(
            Predicate<List<ReceivedRequest>> condition, String what, Duration timeout)
            throws InterruptedException {
        long deadline = System.nanoTime() + timeout.toNanos();
        synchronized (requests) {
            while (!condition.test(requests)) {
                long millis = (deadline - System.nanoTime()) / 1_000_000;
                if (millis <= 0) {
                    throw new AssertionError(
                            "no " + what + " within " + timeout + ", received: " + requests);
                }
                requests.wait(millis);
            }
            return List.copyOf(requests);
        }
    }

    /** The server underneath, for questions about connections. */
    public LoopbackServer server() {
        return server;
    }

    @Override
    public void close() {
        server.close();
    }
}
