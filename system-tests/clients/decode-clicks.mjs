// Decodes records of the topic of clicks as an analytics team would: with Confluent's schema registry client.
// Usage: node decode-clicks.mjs REGISTRY; reads one value a line, in Base64, and prints one click a line, as JSON.
import { AvroDeserializer, SchemaRegistryClient, SerdeType } from "@confluentinc/schemaregistry";
import { createInterface } from "node:readline/promises";

// It has no timeout of its own, and repeats a request that ran into one.
const client = new SchemaRegistryClient({ baseURLs: [process.argv[2]], createAxiosDefaults: { timeout: 10_000 } });
const deserializer = new AvroDeserializer(client, SerdeType.VALUE, {});
for await (const line of createInterface({ input: process.stdin })) {
  const value = Buffer.from(line, "base64");
  console.log(JSON.stringify(await deserializer.deserialize("postrider.clicks.v1", value)));
}
process.exit(0);
