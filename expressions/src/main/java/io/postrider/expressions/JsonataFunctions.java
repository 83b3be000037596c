package io.postrider.expressions;

import com.dashjoin.jsonata.Functions;
import com.dashjoin.jsonata.Jsonata.Frame;
import io.postrider.expressions.BoundFunction.Body;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** All functions of JSONata except {@code $eval}, each within the budget. */
final class JsonataFunctions {

    /** Name, signature, and the method of the library if it has another name. */
    private static final List<String> LIBRARY =
            """
            sum <a<n>:n>
            count <a:n>
            max <a<n>:n>
            min <a<n>:n>
            average <a<n>:n>
            string <x-b?:s>
            substring <s-nn?:s>
            substringBefore <s-s:s>
            substringAfter <s-s:s>
            lowercase <s-:s>
            uppercase <s-:s>
            length <s-:n>
            trim <s-:s>
            pad <s-ns?:s>
            match <s-f<s:o>n?:a<o>>
            contains <s-(sf):b>
            replace <s-(sf)(sf)n?:s>
            split <s-(sf)n?:a<s>>
            join <a<s>s?:s>
            formatNumber <n-so?:s>
            formatBase <n-n?:s>
            formatInteger <n-s:s>
            parseInteger <s-s:n>
            number <(nsb)-:n>
            floor <n-:n>
            ceil <n-:n>
            round <n-n?:n>
            abs <n-:n>
            sqrt <n-:n>
            power <n-n:n>
            random <:n>
            boolean <x-:b> toBoolean
            not <x-:b>
            map <af>
            zip <a+>
            filter <af>
            single <af?>
            reduce <afj?:j> foldLeft
            sift <o-f?:o>
            keys <x-:a<s>>
            lookup <x-s:x>
            append <xx:a>
            exists <x:b>
            spread <x-:a<o>>
            merge <a<o>:o>
            reverse <a:a>
            each <o-f:a>
            error <s?:x>
            assert <bs?:x> assertFn
            type <x:s>
            sort <af?:a>
            shuffle <a:a>
            distinct <x:x>
            base64encode <s-:s>
            base64decode <s-:s>
            encodeUrlComponent <s-:s>
            encodeUrl <s-:s>
            decodeUrlComponent <s-:s>
            decodeUrl <s-:s>
            toMillis <s-s?:n> dateTimeToMillis
            fromMillis <n-s?s?:s> dateTimeFromMillis
            clone <(oa)-:o> functionClone
            now <s?s?:s>
            millis <:n>
            """
                    .lines()
                    .toList();

    static {
        // The library makes this format when it is first used, and not in a way that is safe for
        // many threads.
        String _ = Functions.dateTimeFromMillis(0, null, null);
        Frame shared = SyntaxTree.functions();
        all().forEach(shared::bind);
        shared.bind("eval", (@Nullable Object) null);
    }

    private JsonataFunctions() {}

    /** Puts them in the place of those of the library, for the whole process, the first time that it is called. */
    static void install() {}

    private static Map<String, BoundFunction> all() {
        Map<String, Body> bodies = new HashMap<>();
        bodies.putAll(TextFunctions.all());
        bodies.putAll(SearchFunctions.all());
        bodies.putAll(ArrayFunctions.all());
        bodies.putAll(NumberFunctions.all());
        bodies.putAll(TimeFunctions.all());
        Map<String, BoundFunction> all = new LinkedHashMap<>();
        for (String line : LIBRARY) {
            String[] parts = line.split(" ", -1);
            Body body = bodies.remove(parts[0]);
            all.put(
                    parts[0],
                    new BoundFunction(
                            parts[0],
                            parts[1],
                            parts[parts.length - 1].startsWith("<") ? parts[0] : parts[2],
                            body == null
                                    ? (arguments, library) -> library.call(arguments.list())
                                    : body));
        }
        if (!bodies.isEmpty()) {
            throw new IllegalStateException("Functions without a signature: " + bodies.keySet());
        }
        return all;
    }
}
