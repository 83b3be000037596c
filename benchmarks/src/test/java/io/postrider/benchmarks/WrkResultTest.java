package io.postrider.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WrkResultTest {

    private static final String GOOD =
            """
            Running 3s test @ http://localhost:18731/hello
              2 threads and 32 connections
              Thread Stats   Avg      Stdev     Max   +/- Stdev
                Latency    38.59ms   54.47ms 501.28ms   90.63%
                Req/Sec   637.17    464.72     2.23k    84.48%
              Latency Distribution
                 50%  950.00us
                 75%   48.59ms
                 90%   89.79ms
                 99%    1.29s
              3805 requests in 3.08s, 1.01MB read
            Requests/sec:   1234.51
            Transfer/sec:    336.36KB
            """;

    private static final String BAD =
            GOOD.replace(
                    "Requests/sec:",
                    """
                      Socket errors: connect 1, read 20, write 300, timeout 4000
                      Non-2xx or 3xx responses: 77
                    Requests/sec:\
                    """);

    @Test
    void everyFigureIsRead() {
        assertThat(WrkResult.parse(GOOD))
                .isEqualTo(new WrkResult(3_805, 1_234.51, 0.95, 1_290, 0, 0));
    }

    @Test
    void allKindsOfErrorsCount() {
        WrkResult result = WrkResult.parse(BAD);

        assertThat(result.socketErrors()).isEqualTo(4_321);
        assertThat(result.unexpected()).isEqualTo(77);
    }

    @ParameterizedTest
    @ValueSource(strings = {"requests in", "Requests/sec", "99%", "50%"})
    void aMissingFigureIsAFailureAndNotZero(String figure) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> WrkResult.parse(GOOD.replace(figure, "")));
    }

    @ParameterizedTest
    @CsvSource({"0.00us,0", "12.50us,0.0125", "3.65ms,3.65", "1.29s,1290", "1.50m,90000"})
    void everyUnitIsKnown(String printed, double milliseconds) {
        assertThat(WrkResult.milliseconds(printed)).isEqualTo(milliseconds);
    }
}
