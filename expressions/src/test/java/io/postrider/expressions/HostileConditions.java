package io.postrider.expressions;

import java.util.List;

/** Hostile texts of CEL. */
final class HostileConditions extends HostileTexts {

    HostileConditions(long seed) {
        super(seed);
    }

    @Override
    List<String> templates() {
        return List.of(
                "⟦2000⁏(⁏event.yes⁏)⟧",
                "size(⟦2000⁏[⁏1⁏]⟧) == 1",
                "⟦4000⁏!⁏event.yes⟧",
                "⟦500⁏event.yes && ⁏event.yes⟧",
                "⟦400⁏event.yes ? event.yes : ⁏event.yes⟧",
                "⟦900⁏1 + ⁏1⟧ > 0",
                "⟦80⁏event.long + ⁏event.long⟧.size() > 0",
                "[event.long]⟦60⁏.map(a, a + a)⁏⟧ == [event.text]",
                "[dyn(1)]⟦60⁏.map(a, [a, a])⁏⟧ == dyn(1)",
                "[dyn(event)]⟦40⁏.map(a, [a, a])⁏⟧.exists(x, [dyn(event)]⟦40⁏.map(a, [a, a])⁏⟧.exists(y, x == y))",
                "[dyn(event.list)]⟦40⁏.map(a, {'a': a, 'b': a})⁏⟧.exists(x, x == event)",
                "[event.list]⟦30⁏.map(a, a + a)⁏⟧.exists(x, x == event.list)",
                "⟦12⁏event.list.all(a, ⁏event.list == event.list⁏)⟧",
                "⟦6⁏event.list.exists(a, ⁏event.long.contains(event.almost)⁏)⟧",
                "event.list.map(a, event.long + string(a)).size() == 0",
                "event.list.map(a, event).size() == 0",
                "event.list.all(a, ⟦60⁏event == event && ⁏event.yes⟧)",
                "event.long.replace('', event.long).size() == ⟦3⁏1⁏⟧",
                "event.long.replace('a', event.long).size() > 0",
                "event.list.map(a, event.long).join(event.long).size() > 0",
                "event.long.split('').map(a, event.long).size() > 0",
                "event.long.split('a', ⟪N⟫).size() > 0",
                "event.long.contains(event.almost) || event.long.indexOf(event.almost, ⟪N⟫) > 0",
                "event.long.lastIndexOf(event.almost) > ⟦2⁏1⁏⟧",
                "event.long.matches('⟪R⟫')",
                "event.list.all(a, event.long.matches('⟪R⟫'))",
                "event.text.matches(event.regex + '⟪R⟫')",
                "event.long.matches(⟦300⁏'a?' + ⁏'b'⟧)",
                "event.deep == event.deep && [event.deep] != event.deep",
                "duration(event.hours) > duration('1s')",
                "timestamp(event.long) > timestamp('2026-01-01T00:00:00Z')",
                "int(event.digits) > 0 || double(event.digits) > 0.0 || uint(event.digits) > 0u",
                "event.collisions.all(k, event.collisions[k] == 1) && event.list[⟪N⟫] == 1",
                "event.long.substring(⟪N⟫) == event.long.charAt(⟪N⟫)",
                "event.long.reverse().lowerAscii().upperAscii().trim() == strings.quote(event.long)",
                "'⟦4000⁏a⁏⟧' == 'b'",
                "⟦1000⁏a.⁏b⟧",
                "event.yes // ⟦1500⁏'(⁏⟧",
                "event.text + ⟦300⁏ + {'a': ⁏1⁏}⟧",
                "size(event.long + event.long) + size(bytes(event.long)) > 0");
    }

    @Override
    List<String> tokens() {
        return List.of(
                "event",
                ".",
                "a",
                "list",
                "long",
                "(",
                ")",
                "[",
                "]",
                "{",
                "}",
                "&&",
                "||",
                "!",
                "?",
                ":",
                ",",
                "==",
                "<",
                "+",
                "-",
                "*",
                "/",
                "%",
                "in",
                "1",
                "1.5",
                "'a'",
                "r'\\'",
                "\"\"\"",
                "null",
                "true",
                "has(",
                ".map(x, ",
                ".all(x, ",
                ".exists(x, ",
                "size(",
                "matches",
                "//",
                "\n",
                "9223372036854775807",
                "0x1F",
                "b'a'",
                "`",
                "google.protobuf.",
                "type(",
                "dyn(",
                "\\u0000",
                "😀",
                "x");
    }
}
