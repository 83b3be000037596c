package io.postrider.web.resource;

import io.postrider.platform.reads.QueryResult;
import io.postrider.platform.reads.QueryResult.Found;
import io.postrider.schemas.catalogue.scopes.EventReader;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;

/** Leaves out the runs whose events a reader may not read: a run has the data of its event. */
final class ReadableRuns {

    private ReadableRuns() {}

    /** The answer without such runs; a page can be shorter than asked for. */
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
