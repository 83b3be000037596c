package io.postrider.systemtests;

import java.util.Map;

/** The first slice on the broker that is inside the process. */
class FirstSliceTest extends FirstSlice {

    @Override
    Map<String, String> settings() {
        return Map.of();
    }

    @Override
    String bootstrap(PostriderProcess postrider) {
        return postrider.kafka();
    }
}
