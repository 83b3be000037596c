package io.postrider.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.testkit.claims.Verifies;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The first slice on the broker that is inside the process. */
class FirstSliceTest extends FirstSlice {

    @Override
    Map<String, String> settings() {
        return Map.of();
    }

    @Override
    LogClients log(PostriderProcess postrider) {
        return postrider.log();
    }

    @Test
    @Verifies("private-targets")
    void theStartSaysWhichPrivateTargetsAreOpen() throws Exception {
        try (PostriderProcess postrider = PostriderProcess.start(folder, settings())) {
            assertThat(postrider.said("private targets of outbound calls: 127.0.0.0/8")).isOne();
        }
    }
}
