package io.postrider.expressions;

import dev.cel.common.exceptions.CelInvalidArgumentException;
import dev.cel.runtime.CelFunctionBinding;
import dev.cel.runtime.CelFunctionOverload;
import io.postrider.expressions.bounds.Budget;
import io.postrider.expressions.bounds.Joins;
import java.util.ArrayList;
import java.util.List;

/** The functions on texts of CEL's string extension that search or multiply; positions count code points. */
final class CelTexts {

    private CelTexts() {}

    static List<CelFunctionBinding> all() {
        List<CelFunctionBinding> all = new ArrayList<>();
        add(
                all,
                "join",
                of("list_join", args -> join(args, ""), List.class),
                of(
                        "list_join_string",
                        args -> join(args, text(args, 1)),
                        List.class,
                        String.class));
        add(
                all,
                "indexOf",
                of("string_index_of_string", args -> indexOf(args, 0), String.class, String.class),
                of(
                        "string_index_of_string_int",
                        args -> indexOf(args, number(args, 2)),
                        String.class,
                        String.class,
                        Long.class));
        add(
                all,
                "lastIndexOf",
                of(
                        "string_last_index_of_string",
                        args -> lastIndexOf(args, Long.MAX_VALUE),
                        String.class,
                        String.class),
                of(
                        "string_last_index_of_string_int",
                        args -> lastIndexOf(args, number(args, 2)),
                        String.class,
                        String.class,
                        Long.class));
        add(
                all,
                "replace",
                of(
                        "string_replace_string_string",
                        args -> replace(args, -1),
                        String.class,
                        String.class,
                        String.class),
                of(
                        "string_replace_string_string_int",
                        args -> replace(args, number(args, 3)),
                        String.class,
                        String.class,
                        String.class,
                        Long.class));
        add(
                all,
                "split",
                of("string_split_string", args -> split(args, -1), String.class, String.class),
                of(
                        "string_split_string_int",
                        args -> split(args, number(args, 2)),
                        String.class,
                        String.class,
                        Long.class));
        return all;
    }

    private static void add(
            List<CelFunctionBinding> all, String name, CelFunctionBinding... overloads) {
        all.addAll(CelFunctionBinding.fromOverloads(name, overloads));
    }

    private static CelFunctionBinding of(String id, CelFunctionOverload body, Class<?>... types) {
        return CelFunctionBinding.from(id, List.of(types), body);
    }

    private static String text(Object[] args, int index) {
        return (String) args[index];
    }

    private static long number(Object[] args, int index) {
        return (Long) args[index];
    }

    private static String join(Object[] args, String separator) {
        StringBuilder joined = new StringBuilder();
        String between = "";
        for (Object part : (List<?>) args[0]) {
            if (!(part instanceof String text)) {
                throw new CelInvalidArgumentException("join expects a list of strings.");
            }
            joined.append(between);
            Joins.append(joined, text);
            between = separator;
        }
        return joined.toString();
    }

    private static Object indexOf(Object[] args, long from) {
        String text = text(args, 0);
        int found = Joins.next(text, text(args, 1), offset(text, from));
        return found < 0 ? -1L : (long) text.codePointCount(0, found);
    }

    private static Object lastIndexOf(Object[] args, long from) {
        String text = text(args, 0);
        Budget.CURRENT.get().search(text.length(), text(args, 1).length());
        int start = from == Long.MAX_VALUE ? text.length() : offset(text, from);
        int found = text.lastIndexOf(text(args, 1), start);
        return found < 0 ? -1L : (long) text.codePointCount(0, found);
    }

    private static int offset(String text, long codePoints) {
        if (codePoints < 0 || codePoints > text.codePointCount(0, text.length())) {
            throw new CelInvalidArgumentException(
                    "The position " + codePoints + " is outside of the string.");
        }
        return text.offsetByCodePoints(0, (int) codePoints);
    }

    private static Object replace(Object[] args, long limit) {
        return Joins.replace(
                text(args, 0), text(args, 1), text(args, 2), limit < 0 ? Long.MAX_VALUE : limit);
    }

    private static Object split(Object[] args, long limit) {
        return Joins.split(text(args, 0), text(args, 1), limit < 0 ? Long.MAX_VALUE : limit, true);
    }
}
