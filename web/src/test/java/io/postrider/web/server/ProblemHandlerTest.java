package io.postrider.web.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProblemHandlerTest {

    @Test
    void unexpectedFailuresAreInternalErrors() {
        assertThat(ProblemHandler.problem(new IllegalStateException("a bug")).status())
                .isEqualTo(500);
    }
}
