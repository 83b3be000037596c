package io.postrider.projections.lists;

import io.postrider.runtime.views.View;
import io.postrider.runtime.views.ViewSnapshot;
import java.util.List;
import java.util.function.Function;

/** The stores of all lists. */
public interface Lists {

    /**
     * Reads every partition of a view.
     *
     * @return the result of each partition
     * @throws io.postrider.runtime.views.ViewStoreException if a partition cannot be read
     */
    <R> List<R> read(View view, Function<ViewSnapshot, R> read);
}
