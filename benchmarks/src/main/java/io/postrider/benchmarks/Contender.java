package io.postrider.benchmarks;

import io.postrider.benchmarks.load.BenchmarkException;
import io.postrider.benchmarks.load.HttpConnection;
import java.io.IOException;

/** A server that answers one path with one redirect. */
record Contender(String name, int port) {

    static final String PATH = "/benchmark";
    static final String TARGET = "https://example.com/landing/page?campaign=benchmark";

    String url() {
        return "http://localhost:" + port + PATH;
    }

    /** Fails unless the redirect is the same as everybody's. */
    void check() {
        try (HttpConnection visitor = new HttpConnection(port, "")) {
            HttpConnection.Reply reply = visitor.get(PATH);
            if (reply.status() != 302 || !reply.header("location").equals(TARGET)) {
                throw new BenchmarkException(name + " does not redirect: " + reply.head());
            }
        } catch (IOException e) {
            throw new BenchmarkException(name + " does not answer: " + e, e);
        }
    }

    /** Whether the server takes connections. */
    static boolean isUp(int port) {
        try (HttpConnection visitor = new HttpConnection(port, "")) {
            return visitor.get(PATH).status() > 0;
        } catch (IOException _) {
            return false;
        }
    }
}
