package io.postrider.testkit.limits;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.PreInterruptCallback;
import org.junit.jupiter.api.extension.PreInterruptContext;

/** Reports where a test method hangs before its time limit interrupts it; found as a service by JUnit Jupiter. */
public final class InterruptReport implements PreInterruptCallback {

    @Override
    public void beforeThreadInterrupt(PreInterruptContext interrupt, ExtensionContext test) {
        HangReport.print(
                "%s.%s reached its time limit in %s."
                        .formatted(
                                test.getTestClass().map(Class::getName).orElse("?"),
                                test.getDisplayName(),
                                interrupt.getThreadToInterrupt()));
    }
}
