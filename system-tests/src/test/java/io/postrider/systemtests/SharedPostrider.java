package io.postrider.systemtests;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.springframework.util.FileSystemUtils;

/**
 * Starts one Postrider for all classes that take a {@link Workspace} as a parameter, and opens one for each of them. The
 * classes run side by side: a test reads its own workspace alone, and kills and changes nothing that others use.
 */
final class SharedPostrider implements ParameterResolver {

    private static final ExtensionContext.Namespace STORE =
            ExtensionContext.Namespace.create(SharedPostrider.class);

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext test) {
        return parameter.getParameter().getType().equals(Workspace.class);
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext test) {
        ExtensionContext.Store store = test.getRoot().getStore(STORE);
        Class<?> asks = test.getRequiredTestClass();
        return store.computeIfAbsent(
                asks,
                _ -> {
                    Server server =
                            store.computeIfAbsent(Server.class, _ -> Server.start(), Server.class);
                    return Workspace.open(server.process(), asks.getSimpleName());
                });
    }

    /** The process and its folder; JUnit closes it at the end of the run. */
    private record Server(PostriderProcess process, Path folder) implements AutoCloseable {

        static Server start() {
            try {
                Path folder = Files.createTempDirectory("postrider-shared");
                return new Server(
                        PostriderProcess.startQuick(
                                folder,
                                Map.of("POSTRIDER_SANDBOX_PORT", Integer.toString(Ports.free(0)))),
                        folder);
            } catch (IOException e) {
                throw new IllegalStateException(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(e);
            }
        }

        @Override
        public void close() throws IOException {
            process.close();
            FileSystemUtils.deleteRecursively(folder);
        }
    }
}
