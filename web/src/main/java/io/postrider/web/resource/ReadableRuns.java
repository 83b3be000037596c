package io.postrider.web.resource;

import io.postrider.platform.reads.QueryResult;
import io.postrider.platform.reads.QueryResult.Found;
import io.postrider.schemas.catalogue.scopes.EventReader;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;

/** Removes the runs whose events a reader may not read, since a run contains the data of its event. */
final class ReadableRuns {

    private ReadableRuns() {}

    /** The result without such runs; a page can be shorter than its limit. */
    static QueryResult of(EventReader reader, String question, QueryResult answer) {
        if (!(answer instanceof Found found)) {
            return answer;
        }
        if (question.equals("run")) {
            return isReadable(reader, found.body()) ? answer : new QueryResult.Missing();
        }
        if (question.equals("runs") && found.body().path("data") instanceof ArrayNode runs) {
            runs.removeIf(run -> !isReadable(reader, run));
        }
        return answer;
    }

    private static boolean isReadable(EventReader reader, JsonNode run) {
        return reader.mayReadRunOf(run.path("event_type").asString(""))
                && (reader.resources().isEmpty()
                        || reader.resources().contains(run.path("rule_id").asString(""))
                        || reader.resources().contains(run.path("id").asString("")));
    }
}
