package io.postrider.api.contract;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import io.postrider.api.Caller;
import io.postrider.api.Response;
import io.postrider.api.http.LogLines;
import io.postrider.schemas.json.Json;
import io.postrider.testkit.claims.Verifies;
import io.postrider.testkit.contract.ContractDocument.Operation;
import io.postrider.testkit.contract.ExampleRequests.Request;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpMethod;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A text in each field of each body, in queries, paths and headers stands in no line of the log, as it is set for operators. */
@Isolated
class PlantedTextTest extends EveryOperation {

    private static final String PLANTED = "planted7f3a";

    /** As a value, as an expression that fails, as a pattern and schema that do, and as what no text is. */
    private static final List<String> FORMS =
            List.of(
                    PLANTED,
                    "\"" + PLANTED + "\" + 1",
                    "$" + PLANTED + "(event)",
                    "(" + PLANTED + "[",
                    "\uD800" + PLANTED + "\u0000");

    private static final Path SETTINGS = Path.of("../standalone/src/main/resources/logback.xml");
    private static final Pattern LOGGER =
            Pattern.compile("<logger name=\"(.+?)\" level=\"([A-Z]+)\"/>");

    @Test
    @Verifies("tenant-text")
    void noTextOfATenantIsInTheLog() throws Exception {
        setAsForOperators();
        PrintStream out = System.out;
        PrintStream err = System.err;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        try (LogLines log = new LogLines();
                PrintStream all = new PrintStream(printed, true, UTF_8)) {
            System.setOut(all);
            System.setErr(all);
            LoggerFactory.getLogger("io.postrider.Control").warn("A control");
            int sent = operations().mapToInt(this::plant).sum();

            assertThat(sent).isGreaterThan(2_000);
            assertThat(log.all())
                    .anyMatch(line -> line.contains("A control"))
                    .noneMatch(line -> line.contains(PLANTED));
            assertThat(printed.toString(UTF_8)).doesNotContain(PLANTED);
        } finally {
            System.setOut(out);
            System.setErr(err);
        }
    }

    private static void setAsForOperators() throws Exception {
        LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
        Matcher loggers = LOGGER.matcher(Files.readString(SETTINGS));
        int set = 0;
        while (loggers.find()) {
            Logger logger = context.getLogger(loggers.group(1));
            logger.setLevel(Level.toLevel(loggers.group(2)));
            set++;
        }
        assertThat(set).isGreaterThan(15);
    }

    private int plant(Operation operation) {
        int sent = 0;
        Request request = examples.of(operation);
        for (String form : FORMS) {
            for (String body : bodies(request, form)) {
                failsOpenly(operation, planted(request, request.path(), body));
                sent++;
            }
            for (JsonNode parameter : examples.parameters(operation, "query").toList()) {
                String name = parameter.path("name").stringValue();
                failsOpenly(operation, sent(owner, request.asking(name, form)));
                sent++;
            }
        }
        String elsewhere = request.path().replaceAll("[a-z]+_[0-9a-z]{26}", PLANTED);
        failsOpenly(operation, planted(request, elsewhere, request.body()));
        return sent + 1;
    }

    private Response planted(Request request, String path, @Nullable String body) {
        Caller caller = owner.with(request.headers()).with("User-Agent", PLANTED);
        return caller.send(
                HttpMethod.valueOf(request.method()),
                path,
                request.type(),
                body == null ? null : body.getBytes(UTF_8));
    }

    private static void failsOpenly(Operation operation, Response told) {
        assertThat(told.status()).as(operation + ": " + told.text()).isNotEqualTo(500);
    }

    /** The body with a text in the place of each of its texts, and beside them. */
    private static List<String> bodies(Request request, String form) {
        List<String> all = new ArrayList<>();
        String body = request.body();
        if (body != null && body.startsWith("{")) {
            JsonNode json = Json.mapper().readTree(body);
            plant(json, json, form, all);
        }
        return all;
    }

    private static void plant(JsonNode body, JsonNode within, String form, List<String> into) {
        switch (within) {
            case ObjectNode object -> {
                for (String name : List.copyOf(object.propertyNames())) {
                    JsonNode before = object.get(name);
                    plant(body, before, form, into);
                    object.put(name, form);
                    into.add(body.toString());
                    object.set(name, before);
                }
                object.put(form, form);
                into.add(body.toString());
                object.remove(form);
            }
            case ArrayNode array -> {
                for (int i = 0; i < array.size(); i++) {
                    JsonNode before = array.get(i);
                    plant(body, before, form, into);
                    array.set(i, Json.mapper().getNodeFactory().stringNode(form));
                    into.add(body.toString());
                    array.set(i, before);
                }
            }
            default -> {}
        }
    }
}
