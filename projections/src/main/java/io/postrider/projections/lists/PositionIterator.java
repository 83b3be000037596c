package io.postrider.projections.lists;

import io.postrider.platform.views.ProjectionRange;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An ascending sequence of places, which is only read forward. */
interface PositionIterator {

    /** The first place that is not before another one; null if there is none. */
    byte @Nullable [] seek(byte[] place);

    /** The places of one range of keys. */
    static PositionIterator of(ProjectionRange range) {
        return range::seek;
    }

    /** The places that are in at least one of several sequences. */
    static PositionIterator any(List<PositionIterator> all) {
        return place -> {
            byte[] first = null;
            for (PositionIterator one : all) {
                byte[] found = one.seek(place);
                if (found != null && (first == null || Arrays.compareUnsigned(found, first) < 0)) {
                    first = found;
                }
            }
            return first;
        };
    }

    /**
     * The places that are in all of several sequences.
     *
     * @param budget takes one for each step; where it is used up, the place that was reached comes back and may be in
     *     none of them
     */
    static PositionIterator all(List<PositionIterator> all, Budget budget) {
        return place -> {
            byte[] at = place;
            int agreed = 0;
            while (agreed < all.size() && budget.take()) {
                byte[] found = all.get(agreed).seek(at);
                if (found == null) {
                    return null;
                }
                agreed = Arrays.equals(found, at) || agreed == 0 ? agreed + 1 : 0;
                at = found;
            }
            return at;
        };
    }

    /** The steps that one page may take in one partition. */
    final class Budget {

        private int left;

        Budget(int steps) {
            this.left = steps;
        }

        boolean take() {
            return left-- > 0;
        }

        boolean usedUp() {
            return left < 0;
        }
    }
}
