package io.postrider.testkit.claims;

import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ConstantDesc;
import java.lang.constant.DirectMethodHandleDesc;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds the assertions that a method calls itself, in its lambdas or through helpers: those of its class and superclasses, and
 * those of fixtures that are named as assertions.
 */
final class Assertions {

    /** {@code await().until(...)} fails at its time limit, so it asserts its condition. */
    private static final Pattern ASSERTION =
            Pattern.compile(
                    "org/assertj/core/api/\\w+\\.(assert|expect|fail).*"
                            + "|org/junit/jupiter/api/Assertions\\.(assert|fail).*"
                            + "|org/awaitility/core/ConditionFactory\\.until.*"
                            + "|reactor/test/StepVerifier.*\\.verify.*");

    /** The name of asserting methods of another class's fixture; its set-up is not an assertion. */
    private static final Pattern HELPER = Pattern.compile("(assert|expect|then|verify).*");

    private record Call(String owner, String name, String descriptor) {

        boolean isAssertion() {
            return ASSERTION.matcher(owner + "." + name).matches();
        }
    }

    private final Map<Call, MethodModel> methods = new HashMap<>();

    /** By the name of a class, the name of its superclass. */
    private final Map<String, String> superclasses = new HashMap<>();

    Assertions(Collection<ClassModel> classes) {
        for (ClassModel type : classes) {
            type.methods().forEach(method -> methods.put(call(type, method), method));
            type.superclass()
                    .ifPresent(parent ->
                            superclasses.put(
                                    type.thisClass().asInternalName(), parent.asInternalName()));
        }
    }

    boolean reachedFrom(ClassModel type, MethodModel method) {
        Set<Call> seen = new HashSet<>();
        Deque<Call> open = new ArrayDeque<>(List.of(call(type, method)));
        Set<String> own =
                lineage(type.thisClass().asInternalName())
                        .map(Assertions::outermost)
                        .collect(Collectors.toSet());
        while (!open.isEmpty()) {
            Call next = open.pop();
            if (next.isAssertion()) {
                return true;
            }
            boolean helps =
                    own.contains(outermost(next.owner())) || HELPER.matcher(next.name()).matches();
            if (helps && seen.add(next)) {
                callsOf(next).forEach(open::push);
            }
        }
        return false;
    }

    /** A class and its superclasses, as far as they are test classes. */
    private Stream<String> lineage(String type) {
        return Stream.iterate(type, superclasses::containsKey, superclasses::get);
    }

    /** Internal name of the class that a nested class, or a lambda in it, belongs to. */
    static String outermost(String internalName) {
        int nested = internalName.indexOf('$');
        return nested < 0 ? internalName : internalName.substring(0, nested);
    }

    private Stream<Call> callsOf(Call caller) {
        return lineage(caller.owner())
                .map(owner -> methods.get(new Call(owner, caller.name(), caller.descriptor())))
                .filter(Objects::nonNull)
                .limit(1)
                .flatMap(method -> method.code().stream())
                .flatMap(code -> code.elementStream())
                .flatMap(Assertions::calls);
    }

    private static Stream<Call> calls(CodeElement element) {
        return switch (element) {
            case InvokeInstruction call ->
                    Stream.of(
                            new Call(
                                    call.owner().asInternalName(),
                                    call.name().stringValue(),
                                    call.type().stringValue()));
            case InvokeDynamicInstruction dynamic ->
                    dynamic.bootstrapArgs().stream().flatMap(Assertions::handle);
            default -> Stream.empty();
        };
    }

    /** The body of a lambda, or the method of a method reference. */
    private static Stream<Call> handle(ConstantDesc argument) {
        if (!(argument instanceof DirectMethodHandleDesc handle)) {
            return Stream.empty();
        }
        String owner = handle.owner().descriptorString();
        return Stream.of(
                new Call(
                        owner.substring(1, owner.length() - 1),
                        handle.methodName(),
                        handle.lookupDescriptor()));
    }

    private static Call call(ClassModel type, MethodModel method) {
        return new Call(
                type.thisClass().asInternalName(),
                method.methodName().stringValue(),
                method.methodType().stringValue());
    }
}
