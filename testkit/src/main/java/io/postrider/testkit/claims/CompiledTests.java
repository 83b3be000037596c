package io.postrider.testkit.claims;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.classfile.Annotation;
import java.lang.classfile.AnnotationValue;
import java.lang.classfile.AttributedElement;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.MethodModel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Test classes as bytecode, read without loading them. */
final class CompiledTests {

    private static final String VERIFIES = Verifies.class.descriptorString();
    private static final String DISABLED = "Lorg/junit/jupiter/api/Disabled;";
    private static final Set<String> TESTS =
            Set.of(
                    "Lorg/junit/jupiter/api/Test;",
                    "Lorg/junit/jupiter/api/RepeatedTest;",
                    "Lorg/junit/jupiter/api/TestFactory;",
                    "Lorg/junit/jupiter/params/ParameterizedTest;");

    private final List<ClassModel> classes;
    private final Assertions assertions;

    private CompiledTests(List<ClassModel> classes) {
        this.classes = classes;
        this.assertions = new Assertions(classes);
    }

    static CompiledTests in(List<Path> folders) {
        return new CompiledTests(folders.stream().flatMap(CompiledTests::parsed).toList());
    }

    /** The methods that carry {@link Verifies}, by class and name. */
    List<TestMethod> verifying() {
        return classes.stream()
                .flatMap(type -> type.methods().stream().flatMap(method -> read(type, method)))
                .sorted(Comparator.comparing(TestMethod::toString))
                .toList();
    }

    private Stream<TestMethod> read(ClassModel type, MethodModel method) {
        List<Annotation> annotations = annotations(method);
        List<String> claims =
                annotations.stream()
                        .filter(annotation -> descriptor(annotation).equals(VERIFIES))
                        .flatMap(CompiledTests::values)
                        .toList();
        if (claims.isEmpty()) {
            return Stream.empty();
        }
        return Stream.of(
                new TestMethod(
                        runningIn(type).toList(),
                        method.methodName().stringValue(),
                        claims,
                        annotations.stream()
                                .map(CompiledTests::descriptor)
                                .anyMatch(TESTS::contains),
                        isDisabled(annotations) || isDisabled(annotations(type)),
                        assertions.reachedFrom(type, method)));
    }

    private static boolean isDisabled(List<Annotation> annotations) {
        return annotations.stream().map(CompiledTests::descriptor).anyMatch(DISABLED::equals);
    }

    private static List<Annotation> annotations(AttributedElement element) {
        return element.findAttribute(Attributes.runtimeVisibleAnnotations())
                .map(attribute -> attribute.annotations())
                .orElse(List.of());
    }

    private static String descriptor(Annotation annotation) {
        return annotation.className().stringValue();
    }

    private static Stream<String> values(Annotation annotation) {
        return annotation.elements().stream()
                .map(element -> (AnnotationValue.OfArray) element.value())
                .flatMap(array -> array.values().stream())
                .map(value -> ((AnnotationValue.OfString) value).stringValue());
    }

    /** Its outermost class, and those that inherit the method. */
    private Stream<String> runningIn(ClassModel type) {
        String name = type.thisClass().asInternalName();
        return Stream.concat(
                Stream.of(simpleName(name)),
                classes.stream().filter(sub -> isSubclass(sub, name)).flatMap(this::runningIn));
    }

    private static boolean isSubclass(ClassModel type, String of) {
        return type.superclass().map(parent -> parent.asInternalName().equals(of)).orElse(false);
    }

    private static String simpleName(String internalName) {
        String outermost = Assertions.outermost(internalName);
        return outermost.substring(outermost.lastIndexOf('/') + 1);
    }

    private static Stream<ClassModel> parsed(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files
                    .filter(file -> file.toString().endsWith(".class"))
                    .map(CompiledTests::parse)
                    .toList()
                    .stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ClassModel parse(Path file) {
        try {
            return ClassFile.of().parse(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
