package io.postrider.systemtests;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Main classes of the class path in processes of their own. */
public final class Jvm {

    private Jvm() {}

    /** A process that runs a main class, with its errors among its output. */
    public static ProcessBuilder of(String mainClass, String heap, String... arguments) {
        return of(mainClass, heap, List.of(), arguments);
    }

    /** The same, with further options of the virtual machine. */
    public static ProcessBuilder of(
            String mainClass, String heap, List<String> options, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.addAll(
                List.of(
                        heap,
                        "-XX:+UseSerialGC",
                        "--enable-native-access=ALL-UNNAMED",
                        "--sun-misc-unsafe-memory-access=allow",
                        "-cp",
                        System.getProperty("java.class.path"),
                        mainClass));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command).redirectErrorStream(true);
    }
}
