package io.postrider.systemtests.security;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.concurrent.TimeUnit;

/** Keys with certificates that sign themselves, as key stores and as PEM files. */
final class Certificates {

    static final String PASSWORD = "changeit";

    /** The address at which the tests reach the broker. */
    static final String HOST = "ip:127.0.0.1";

    private Certificates() {}

    /**
     * A key and its certificate.
     *
     * @param store key store of type PKCS12
     * @param certificate PEM file of the certificate
     * @param key PEM file of the key and the certificate
     */
    record Identity(Path store, Path certificate, Path key) {}

    /** Makes a key for a name, whose certificate is valid for an address. */
    static Identity make(Path folder, String name, String address) throws Exception {
        Path store = folder.resolve(name + ".p12");
        run(
                "-genkeypair",
                "-alias",
                name,
                "-keyalg",
                "EC",
                "-dname",
                "CN=" + name,
                "-ext",
                "san=" + address,
                "-validity",
                "2",
                "-storetype",
                "PKCS12",
                "-keystore",
                store.toString(),
                "-storepass",
                PASSWORD);
        KeyStore read = KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray());
        String certificate = pem("CERTIFICATE", read.getCertificate(name).getEncoded());
        String key = pem("PRIVATE KEY", read.getKey(name, PASSWORD.toCharArray()).getEncoded());
        return new Identity(
                store,
                Files.writeString(folder.resolve(name + ".crt"), certificate),
                Files.writeString(folder.resolve(name + ".pem"), key + certificate));
    }

    private static String pem(String kind, byte[] content) throws GeneralSecurityException {
        return "-----BEGIN %s-----%n%s%n-----END %s-----%n"
                .formatted(kind, Base64.getMimeEncoder().encodeToString(content), kind);
    }

    private static void run(String... arguments) throws IOException, InterruptedException {
        String[] command = new String[arguments.length + 1];
        command[0] = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
        System.arraycopy(arguments, 0, command, 1, arguments.length);
        Process keytool = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(keytool.getInputStream().readAllBytes(), UTF_8);
        if (!keytool.waitFor(30, TimeUnit.SECONDS) || keytool.exitValue() != 0) {
            throw new IllegalStateException("keytool: " + said);
        }
    }
}
