package io.postrider.systemtests;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The samples of one answer of a metrics port, in the text format of Prometheus. */
record Scrape(Map<String, String> types, List<Sample> samples) {

    private static final Pattern TYPE = Pattern.compile("# TYPE (\\S+) (\\S+)");
    private static final Pattern SAMPLE =
            Pattern.compile("([a-z_0-9]+)(?:\\{(.*)})? ([-+.0-9eE]+|NaN|[+-]Inf)");

    /** @param family the name in the line of its type */
    record Sample(String name, String family, String labels, double value) {}

    static Scrape of(String text) {
        Map<String, String> types = new LinkedHashMap<>();
        List<Sample> samples =
                text.lines()
                        .flatMap(line -> {
                            Matcher type = TYPE.matcher(line);
                            if (type.matches()) {
                                types.put(type.group(1), type.group(2));
                            }
                            return line.startsWith("#")
                                    ? Stream.<Sample>empty()
                                    : Stream.of(sample(line, types));
                        })
                        .toList();
        return new Scrape(types, samples);
    }

    private static Sample sample(String line, Map<String, String> types) {
        Matcher sample = SAMPLE.matcher(line);
        if (!sample.matches()) {
            throw new IllegalArgumentException(line);
        }
        String name = sample.group(1);
        String whole = name.replaceFirst("_(bucket|sum|count)$", "");
        return new Sample(
                name,
                types.containsKey(name) ? name : whole,
                sample.group(2) == null ? "" : sample.group(2),
                Double.parseDouble(sample.group(3).replace("Inf", "Infinity")));
    }

    /** The sum of the values of each family; of a histogram its count. */
    Map<String, Double> totals() {
        return samples.stream()
                .filter(sample ->
                        !"histogram".equals(types.get(sample.family()))
                                || sample.name().endsWith("_count"))
                .collect(
                        Collectors.groupingBy(
                                Sample::family, Collectors.summingDouble(Sample::value)));
    }
}
