package io.postrider.benchmarks;

import io.postrider.benchmarks.load.BenchmarkException;
import io.postrider.benchmarks.load.HttpConnection;
import io.postrider.benchmarks.load.OpenLoop;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The API calls of the benchmarks. */
final class Links {

    static final String PATH = "/api/v1/links";

    private static final Pattern ID = Pattern.compile("\"id\":\"([^\"]+)\"");

    private Links() {}

    /** Creates a link whose slug the product makes up. */
    static HttpConnection.Reply create(HttpConnection caller, long number) throws IOException {
        return caller.post(PATH, "{\"url\":\"" + Contender.TARGET + "-" + number + "\"}")
                .expect(201);
    }

    static HttpConnection.Reply create(HttpConnection caller, String slug) throws IOException {
        return caller.post(PATH, "{\"url\":\"" + Contender.TARGET + "\",\"slug\":\"" + slug + "\"}")
                .expect(201);
    }

    /** Creates a link under an Idempotency-Key, so that its outcome is kept too. */
    static HttpConnection.Reply createOnce(HttpConnection caller, String slug) throws IOException {
        return caller.post(
                        PATH,
                        "{\"url\":\"" + Contender.TARGET + "\",\"slug\":\"" + slug + "\"}",
                        "Idempotency-Key: " + slug + "\r\n")
                .expect(201);
    }

    /** The id of what was created: the first one in an answer. */
    static String id(HttpConnection.Reply created) {
        Matcher id = ID.matcher(created.body());
        if (!id.find()) {
            throw new BenchmarkException("no id in " + created.body());
        }
        return id.group(1);
    }

    /** Callers that each create links over a connection of their own. */
    static List<OpenLoop.Caller> creators(Product product, int connections) {
        List<OpenLoop.Caller> callers = new ArrayList<>();
        for (int i = 0; i < connections; i++) {
            HttpConnection connection = product.caller();
            callers.add(number -> create(connection, number));
        }
        return callers;
    }
}
