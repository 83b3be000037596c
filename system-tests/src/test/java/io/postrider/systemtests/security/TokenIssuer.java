package io.postrider.systemtests.security;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.interfaces.RSAPublicKey;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;

/** An issuer of tokens for one client, with its key set. */
final class TokenIssuer implements AutoCloseable {

    static final String AUDIENCE = "kafka";
    static final String CLIENT = "postrider-client";
    static final String SECRET = "issued";

    private static final Base64.Encoder URL = Base64.getUrlEncoder().withoutPadding();

    private final KeyPair key;
    private final HttpServer server;

    private TokenIssuer() throws GeneralSecurityException, IOException {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(2048);
        key = generator.generateKeyPair();
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/keys", exchange -> answer(exchange, 200, keys()));
        server.createContext("/token", this::token);
    }

    static TokenIssuer start() throws GeneralSecurityException, IOException {
        TokenIssuer issuer = new TokenIssuer();
        issuer.server.start();
        return issuer;
    }

    String keysUrl() {
        return base() + "/keys";
    }

    String tokenUrl() {
        return base() + "/token";
    }

    @Override
    public void close() {
        server.stop(0);
    }

    private String base() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    private void token(HttpExchange exchange) throws IOException {
        String expected =
                "Basic "
                        + Base64.getEncoder()
                                .encodeToString(
                                        (CLIENT + ":" + SECRET).getBytes(StandardCharsets.UTF_8));
        if (!expected.equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
            answer(exchange, 401, "{\"error\":\"invalid_client\"}");
            return;
        }
        answer(exchange, 200, "{\"token_type\":\"Bearer\",\"access_token\":\"" + signed() + "\"}");
    }

    private String signed() throws IOException {
        long now = Instant.now().getEpochSecond();
        String head = encoded("{\"alg\":\"RS256\",\"typ\":\"JWT\",\"kid\":\"1\"}");
        String claims =
                encoded(
                        "{\"sub\":\"%s\",\"aud\":\"%s\",\"iat\":%d,\"exp\":%d,\"scope\":\"kafka\"}"
                                .formatted(SecureBroker.USER, AUDIENCE, now, now + 600));
        try {
            Signature signature = Signature.getInstance("SHA256withRSA");
            signature.initSign(key.getPrivate());
            signature.update((head + "." + claims).getBytes(StandardCharsets.US_ASCII));
            return head + "." + claims + "." + URL.encodeToString(signature.sign());
        } catch (GeneralSecurityException e) {
            throw new IOException(e);
        }
    }

    private String keys() {
        RSAPublicKey shown = (RSAPublicKey) key.getPublic();
        return "{\"keys\":[{\"kty\":\"RSA\",\"kid\":\"1\",\"use\":\"sig\",\"alg\":\"RS256\",\"n\":\"%s\",\"e\":\"%s\"}]}"
                .formatted(number(shown.getModulus()), number(shown.getPublicExponent()));
    }

    private static String number(BigInteger value) {
        byte[] bytes = value.toByteArray();
        int from = bytes[0] == 0 ? 1 : 0;
        return URL.encodeToString(Arrays.copyOfRange(bytes, from, bytes.length));
    }

    private static String encoded(String json) {
        return URL.encodeToString(json.getBytes(StandardCharsets.UTF_8));
    }

    private static void answer(HttpExchange exchange, int status, String json) throws IOException {
        byte[] body = json.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.getRequestBody().readAllBytes();
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }
}
