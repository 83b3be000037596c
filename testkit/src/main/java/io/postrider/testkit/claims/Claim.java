package io.postrider.testkit.claims;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A row of a table whose last column is headed "proof, or reason".
 *
 * @param id empty if the row gives a reason and names no test
 * @param tests simple names of the test classes that the row names
 */
record Claim(String id, String text, Set<String> tests) {

    private static final Pattern TEST = Pattern.compile("`([A-Z][A-Za-z0-9]*Test)`");
    private static final Pattern ROW =
            Pattern.compile("\\|([^|]*)\\|([^|]*)\\|([^|]*)\\|", Pattern.MULTILINE);
    private static final String PROOF = "proof, or reason";

    /** The claims of a Markdown document, in its order. */
    static List<Claim> in(String document) {
        return document.lines()
                .filter(line -> line.endsWith("|"))
                .filter(line -> !line.endsWith(PROOF + " |"))
                .map(ROW::matcher)
                .filter(Matcher::matches)
                .filter(row -> !row.group(3).strip().equals("---"))
                .map(Claim::of)
                .toList();
    }

    private static Claim of(Matcher row) {
        Set<String> tests =
                TEST.matcher(row.group(3))
                        .results()
                        .map(found -> found.group(1))
                        .collect(Collectors.toCollection(LinkedHashSet::new));
        return new Claim(row.group(1).replace("`", "").strip(), row.group(2).strip(), tests);
    }
}
