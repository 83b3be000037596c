package io.postrider.projections.lists;

import io.postrider.platform.reads.ReadQuestion;
import io.postrider.platform.views.View;
import io.postrider.platform.views.ViewSnapshot;
import java.util.List;
import java.util.function.Function;

/** The stores of the lists that this node has. */
public interface Lists {

    /**
     * Reads partitions of a view.
     *
     * @return the result of each partition
     * @throws io.postrider.platform.views.ViewStoreException if this node cannot read a partition
     */
    <R> List<R> read(View view, ReadQuestion.Part part, Function<ViewSnapshot, R> read);
}
