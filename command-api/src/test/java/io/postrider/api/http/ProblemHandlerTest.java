package io.postrider.api.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.handler.timeout.ReadTimeoutException;
import org.junit.jupiter.api.Test;

class ProblemHandlerTest {

    @Test
    void aBodyThatDoesNotComeIsTheCallersFault() {
        Problem bare = ProblemHandler.problem(ReadTimeoutException.INSTANCE);
        Problem wrapped =
                ProblemHandler.problem(new IllegalStateException(ReadTimeoutException.INSTANCE));

        assertThat(bare.status()).isEqualTo(408);
        assertThat(wrapped.status()).isEqualTo(408);
    }

    @Test
    void whatNobodyThoughtOfIsOurs() {
        assertThat(ProblemHandler.problem(new IllegalStateException("a bug")).status())
                .isEqualTo(500);
    }
}
