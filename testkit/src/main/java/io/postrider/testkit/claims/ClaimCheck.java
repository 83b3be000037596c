package io.postrider.testkit.claims;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Compares the claims of a document with the test methods that verify them. */
public final class ClaimCheck {

    private final List<Claim> claims;
    private final List<TestMethod> methods;
    private final List<String> objections = new ArrayList<>();

    private ClaimCheck(List<Claim> claims, List<TestMethod> methods) {
        this.claims = claims;
        this.methods = methods;
    }

    /**
     * Every disagreement between document and tests; empty if there is none.
     *
     * @param document Markdown with tables of three columns: identifier, claim, proof
     * @param testClasses folders of compiled tests
     */
    public static List<String> objections(String document, List<Path> testClasses) {
        return new ClaimCheck(Claim.in(document), CompiledTests.in(testClasses).verifying())
                .compare();
    }

    private List<String> compare() {
        identifiersAreUnique();
        claims.forEach(this::check);
        Map<String, Claim> byId =
                claims.stream()
                        .collect(Collectors.toMap(Claim::id, Function.identity(), (a, _) -> a));
        methods.forEach(method -> check(method, byId));
        return List.copyOf(objections);
    }

    private void identifiersAreUnique() {
        Set<String> seen = new HashSet<>();
        claims.stream()
                .map(Claim::id)
                .filter(id -> !id.isEmpty() && !seen.add(id))
                .forEach(id -> object("'" + id + "' identifies more than one claim"));
    }

    private void check(Claim claim) {
        if (claim.id().isEmpty()) {
            if (!claim.tests().isEmpty()) {
                object("'" + claim.text() + "' names tests and has no identifier");
            }
            return;
        }
        if (claim.tests().isEmpty()) {
            object("'" + claim.id() + "' names no test");
        }
        claim.tests().stream()
                .filter(type -> methods.stream().noneMatch(m -> verifies(m, type, claim.id())))
                .forEach(type -> object("no method of " + type + " verifies '" + claim.id() + "'"));
    }

    private static boolean verifies(TestMethod method, String type, String id) {
        return method.types().contains(type) && method.claims().contains(id);
    }

    private void check(TestMethod method, Map<String, Claim> byId) {
        for (String id : method.claims()) {
            Claim claim = byId.get(id);
            if (claim == null || id.isEmpty()) {
                object(method + " verifies '" + id + "', which is no claim");
            } else if (Collections.disjoint(claim.tests(), method.types())) {
                object(method + " verifies '" + id + "', which does not name its class");
            }
        }
        if (!method.isTest()) {
            object(method + " verifies a claim and is not a test");
        }
        if (method.isDisabled()) {
            object(method + " verifies a claim and is disabled");
        }
        if (!method.asserts()) {
            object(method + " verifies a claim and asserts nothing");
        }
    }

    private void object(String objection) {
        objections.add(objection);
    }
}
