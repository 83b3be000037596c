package io.postrider.projections.lists;

import io.postrider.platform.reads.Query;
import io.postrider.platform.views.Projection;
import io.postrider.platform.views.ProjectionSnapshot;
import java.util.List;
import java.util.function.Function;

/** The stores of the lists that this node has. */
public interface Lists {

    /**
     * Reads partitions of a view.
     *
     * @return the result of each partition
     * @throws io.postrider.platform.views.ProjectionStoreException if this node cannot read a partition
     */
    <R> List<R> read(Projection view, Query.Part part, Function<ProjectionSnapshot, R> read);
}
