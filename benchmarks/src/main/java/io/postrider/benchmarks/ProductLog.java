package io.postrider.benchmarks;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The warnings and errors of the product during a measurement. */
record ProductLog(List<String> lines) {

    private static final Pattern COMPLAINT =
            Pattern.compile("^\\d\\d:\\d\\d:\\d\\d\\.\\d+ +(WARN|ERROR) +(\\S+)");
    private static final int TAIL = 5;

    static ProductLog read(Path file) {
        return new ProductLog(ProcFs.read(file.toString()).lines().toList());
    }

    /** The number of warnings and errors of each source, in one line. */
    String complaints() {
        Map<String, Integer> counts = new TreeMap<>();
        for (String line : lines) {
            Matcher complaint = COMPLAINT.matcher(line);
            if (complaint.find()) {
                counts.merge(complaint.group(1) + " " + complaint.group(2), 1, Integer::sum);
            }
        }
        if (counts.isEmpty()) {
            return "no warnings, no errors";
        }
        return counts.entrySet().stream()
                .map(count -> count.getKey() + " × " + count.getValue())
                .collect(Collectors.joining(", "));
    }

    String tail() {
        return String.join("\n", lines.subList(Math.max(0, lines.size() - TAIL), lines.size()));
    }
}
