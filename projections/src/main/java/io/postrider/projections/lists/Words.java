package io.postrider.projections.lists;

import java.text.Normalizer;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** The words of a text, by which it is found: runs of letters and digits, without regard to case. */
final class Words {

    /** From this length on a word of a query also finds words that begin with it. */
    static final int BEGINNING_MIN = 3;

    private static final int LENGTH_MAX = 32;
    private static final int WORDS_MAX = 48;
    private static final Pattern BETWEEN = Pattern.compile("[^\\p{L}\\p{M}\\p{N}]+");

    /** Every link has them. */
    private static final Set<String> LEFT_OUT = Set.of("", "http", "https", "www");

    private Words() {}

    /** The distinct words in the order of the texts: the first 48, cut at 32 characters. */
    static List<String> of(Collection<String> texts) {
        LinkedHashSet<String> words = new LinkedHashSet<>();
        for (String text : texts) {
            String plain =
                    Normalizer.normalize(text, Normalizer.Form.NFKC).toLowerCase(Locale.ROOT);
            for (String word : BETWEEN.split(plain, -1)) {
                if (words.size() < WORDS_MAX && !LEFT_OUT.contains(word)) {
                    words.add(word.substring(0, Math.min(LENGTH_MAX, word.length())));
                }
            }
        }
        return List.copyOf(words);
    }
}
