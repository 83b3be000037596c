package io.postrider.benchmarks.load;

import java.util.List;
import java.util.Locale;

/** The least, the middle and the greatest of a few measurements. */
public record Spread(double min, double median, double max) {

    public static Spread of(List<Double> values) {
        if (values.isEmpty()) {
            throw new IllegalArgumentException("nothing was measured");
        }
        List<Double> sorted = values.stream().sorted().toList();
        int middle = sorted.size() / 2;
        double median =
                sorted.size() % 2 == 1
                        ? sorted.get(middle)
                        : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
        return new Spread(sorted.getFirst(), median, sorted.getLast());
    }

    /** All three, with so many decimals. */
    public String shown(int decimals) {
        return "%s / %s / %s"
                .formatted(number(min, decimals), number(median, decimals), number(max, decimals));
    }

    public static String number(double value, int decimals) {
        return String.format(Locale.ROOT, "%,." + decimals + "f", value);
    }
}
