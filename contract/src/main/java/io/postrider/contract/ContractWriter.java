package io.postrider.contract;

import io.postrider.schemas.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes the documents of the contract; the build runs it. */
final class ContractWriter {

    private ContractWriter() {}

    /**
     * Writes them.
     *
     * @param args the folder of the module's classes
     */
    public static void main(String[] args) throws IOException {
        Path folder = Path.of(args[0] + PublishedContract.FOLDER);
        Files.createDirectories(folder);
        String baseUrl = PublishedContract.BASE_URL;
        EventCatalogue events = new EventCatalogue(baseUrl, baseUrl.replaceFirst(".*//", ""));
        Contract contract = new Contract(baseUrl, events);
        write(folder, PublishedContract.OPENAPI_JSON, Json.bytes(contract.document()));
        write(
                folder,
                PublishedContract.OPENAPI_YAML,
                Yaml.write(contract.document()).getBytes(StandardCharsets.UTF_8));
        write(
                folder,
                PublishedContract.ASYNCAPI_JSON,
                Json.bytes(new AsyncApi(baseUrl, events).document()));
    }

    private static void write(Path folder, PublishedContract document, byte[] bytes)
            throws IOException {
        Files.write(folder.resolve(document.file()), bytes);
    }
}
