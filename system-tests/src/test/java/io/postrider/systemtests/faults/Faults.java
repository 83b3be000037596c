package io.postrider.systemtests.faults;

import java.util.ArrayList;
import java.util.List;

/** All faults that judges have found. */
final class Faults {

    private final List<String> found = new ArrayList<>();

    void unless(boolean right, String fault) {
        if (!right) {
            found.add(fault);
        }
    }

    List<String> found() {
        return List.copyOf(found);
    }
}
