package io.postrider.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.testkit.claims.Verifies;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The first slice on the broker that is inside the process. */
class FirstSliceTest extends FirstSlice {

    @Override
    Map<String, String> settings(Path folder) {
        return Map.of();
    }

    @Override
    LogClients log() {
        return postrider.log();
    }

    @Test
    @Verifies("private-targets")
    void theStartSaysWhichPrivateTargetsAreOpen() throws Exception {
        long starts = postrider.said("starting the broker");

        assertThat(starts).isPositive();
        assertThat(postrider.said("private targets of outbound calls: 127.0.0.0/8"))
                .isEqualTo(starts);
    }
}
