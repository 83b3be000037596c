package io.postrider.benchmarks;

import io.postrider.benchmarks.load.BenchmarkException;
import io.postrider.benchmarks.load.Pause;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** nginx that answers everything with one redirect. */
final class Nginx implements AutoCloseable {

    static final int WORKERS = 2;

    private static final Duration START_MAX = Duration.ofSeconds(20);

    private final Process process;
    private final int port;

    private Nginx(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    static Nginx start(Setup setup) {
        int port = Setup.freePort();
        Path folder = setup.folder("nginx");
        Path configuration = folder.resolve("nginx.conf");
        List<String> command =
                List.of(
                        "nginx",
                        "-p",
                        folder.toString(),
                        "-e",
                        folder.resolve("error.log").toString(),
                        "-c",
                        configuration.toString());
        try {
            Files.writeString(configuration, configuration(folder, port));
            Nginx nginx =
                    new Nginx(
                            Children.add(
                                    new ProcessBuilder(command)
                                            .redirectErrorStream(true)
                                            .redirectOutput(folder.resolve("output.log").toFile())
                                            .start()),
                            port);
            if (!Pause.until(START_MAX, () -> Contender.isUp(port))) {
                throw new BenchmarkException("nginx did not start; see " + folder);
            }
            return nginx;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    // A connection is kept for all of a run, as the other servers keep it; nginx would close it
    // after 1,000 requests.
    private static String configuration(Path folder, int port) {
        return """
        daemon off;
        worker_processes %1$d;
        pid %2$s/nginx.pid;
        error_log %2$s/error.log;
        events { worker_connections 1024; }
        http {
            access_log off;
            keepalive_requests 1000000000;
            client_body_temp_path %2$s/body;
            proxy_temp_path %2$s/proxy;
            fastcgi_temp_path %2$s/fastcgi;
            uwsgi_temp_path %2$s/uwsgi;
            scgi_temp_path %2$s/scgi;
            server {
                listen 127.0.0.1:%3$d;
                location / { return 302 %4$s; }
            }
        }
        """
                .formatted(WORKERS, folder, port, Contender.TARGET);
    }

    Contender contender() {
        return new Contender("nginx", port);
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            throw Pause.interrupted(e);
        }
    }
}
