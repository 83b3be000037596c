package io.postrider.schemas.codec;

import com.sun.source.doctree.DocCommentTree;
import com.sun.source.doctree.DocTree;
import com.sun.source.doctree.LinkTree;
import com.sun.source.doctree.LiteralTree;
import com.sun.source.doctree.ParamTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePathScanner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/** The Javadoc of records, read from the sources of every module. */
final class JavadocTexts {

    private static final Path MODULES = Path.of("..");
    private static final List<String> ROOTS = List.of("src/main/java", "src/test/java");

    private final Map<Class<?>, Map<String, DocCommentTree>> files = new HashMap<>();

    @Nullable String firstSentence(Class<?> type) {
        DocCommentTree comment = comment(type);
        return comment == null ? null : text(comment.getFirstSentence());
    }

    @Nullable String param(Class<?> type, String component) {
        DocCommentTree comment = comment(type);
        return comment == null
                ? null
                : comment.getBlockTags().stream()
                        .filter(ParamTree.class::isInstance)
                        .map(ParamTree.class::cast)
                        .filter(param -> param.getName().getName().contentEquals(component))
                        .map(param -> text(param.getDescription()))
                        .findFirst()
                        .orElse(null);
    }

    private @Nullable DocCommentTree comment(Class<?> type) {
        return files.computeIfAbsent(type.getNestHost(), JavadocTexts::comments)
                .get(type.getSimpleName());
    }

    /** The comments of the types of a source file, by simple name. */
    private static Map<String, DocCommentTree> comments(Class<?> outermost) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        Map<String, DocCommentTree> found = new HashMap<>();
        try (StandardJavaFileManager manager =
                compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
            JavacTask task =
                    (JavacTask)
                            compiler.getTask(
                                    null,
                                    manager,
                                    null,
                                    null,
                                    null,
                                    manager.getJavaFileObjects(source(outermost)));
            DocTrees trees = DocTrees.instance(task);
            new TreePathScanner<@Nullable Void, @Nullable Void>() {
                @Override
                public @Nullable Void visitClass(ClassTree type, @Nullable Void nothing) {
                    DocCommentTree comment = trees.getDocCommentTree(getCurrentPath());
                    if (comment != null) {
                        found.put(type.getSimpleName().toString(), comment);
                    }
                    return super.visitClass(type, null);
                }
            }.scan(task.parse(), null);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return found;
    }

    private static Path source(Class<?> type) throws IOException {
        String file = type.getName().replace('.', '/') + ".java";
        try (Stream<Path> modules = Files.list(MODULES)) {
            return modules.flatMap(module -> ROOTS.stream().map(module::resolve))
                    .map(root -> root.resolve(file))
                    .filter(Files::exists)
                    .findFirst()
                    .orElseThrow(() -> new IOException("no source of " + type));
        }
    }

    private static String text(List<? extends DocTree> parts) {
        return parts.stream()
                .map(JavadocTexts::text)
                .collect(Collectors.joining())
                .replaceAll("\\s+", " ")
                .strip();
    }

    /** Components are named as their fields. */
    private static String text(DocTree part) {
        return switch (part) {
            case LiteralTree code when code.getBody().getBody().matches("[a-z]+([A-Z][a-z]+)+") ->
                    RecordCodec.snakeCase(code.getBody().getBody());
            case LiteralTree code -> code.getBody().getBody();
            case LinkTree link when link.getLabel().isEmpty() ->
                    link.getReference().getSignature().replaceFirst(".*[#.]", "");
            case LinkTree link -> text(link.getLabel());
            default -> part.toString();
        };
    }
}
