package io.postrider.projections.lists;

import io.postrider.platform.reads.Query;
import io.postrider.platform.reads.QueryResult;
import io.postrider.platform.views.Projection;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * A question whose answer is joined from parts, because the partitions of its view are divided among the nodes.
 *
 * @param view the view that is read
 * @param key the key whose partition has the whole answer; empty where any partition may have a part of it
 * @param part answers a question for a {@linkplain Query.Part part} from the stores of this node
 * @param joined the whole answer, from the parts of all partitions
 */
public record ScatterQuery(
        Projection view,
        Function<Query, Optional<String>> key,
        Function<Query, QueryResult> part,
        BiFunction<Query, List<QueryResult.Part>, QueryResult> joined) {}
