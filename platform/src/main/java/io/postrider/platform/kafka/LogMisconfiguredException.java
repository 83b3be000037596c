package io.postrider.platform.kafka;

import java.util.List;
import java.util.stream.Collectors;

/** The refusal to start on a Kafka cluster whose settings would break a promise; it names each of them. */
public final class LogMisconfiguredException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient List<ConfigMismatch> findings;

    LogMisconfiguredException(String bootstrapServers, List<ConfigMismatch> findings) {
        super(message(bootstrapServers, findings));
        this.findings = List.copyOf(findings);
    }

    /** Every wrong setting, in the order of the catalogue. */
    public List<ConfigMismatch> findings() {
        return findings;
    }

    private static String message(String bootstrapServers, List<ConfigMismatch> findings) {
        return findings.stream()
                .map(finding -> "\n  " + finding)
                .collect(
                        Collectors.joining(
                                "",
                                "The configuration of Kafka at %s does not meet the requirements:"
                                        .formatted(bootstrapServers),
                                ""));
    }
}
