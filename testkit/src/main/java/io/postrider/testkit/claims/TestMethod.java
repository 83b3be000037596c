package io.postrider.testkit.claims;

import java.util.List;

/**
 * A compiled method that carries {@link Verifies}.
 *
 * @param types simple names of its class and of those that inherit it; of a nested class, its outermost one
 * @param isTest whether JUnit runs it
 * @param asserts whether it, or a helper in its class, calls an assertion
 */
record TestMethod(
        List<String> types,
        String name,
        List<String> claims,
        boolean isTest,
        boolean isDisabled,
        boolean asserts) {

    @Override
    public String toString() {
        return types.getFirst() + "." + name;
    }
}
