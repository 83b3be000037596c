// Reads clicks from the topic as an analytics team would: with a stock Kafka client and Confluent's schema registry client.
// Usage: node read-clicks.mjs BOOTSTRAP REGISTRY COUNT; prints one line of JSON for each click.
import { AvroDeserializer, SchemaRegistryClient, SerdeType } from "@confluentinc/schemaregistry";
import kafkajs from "kafkajs";
import lz4 from "lz4js";

const TOPIC = "postrider.clicks.v1";
const [bootstrap, registry, count] = process.argv.slice(2);
// kafkajs leaves this codec to whoever needs it.
kafkajs.CompressionCodecs[kafkajs.CompressionTypes.LZ4] = () => ({
  compress: async (encoder) => Buffer.from(lz4.compress(encoder.buffer)),
  decompress: async (buffer) => Buffer.from(lz4.decompress(buffer)),
});
const client = new SchemaRegistryClient({ baseURLs: [registry] });
const deserializer = new AvroDeserializer(client, SerdeType.VALUE, {});
const kafka = new kafkajs.Kafka({
  clientId: "analytics",
  brokers: bootstrap.split(","),
  logLevel: kafkajs.logLevel.NOTHING,
});
const consumer = kafka.consumer({ groupId: `analytics-${process.pid}` });
let left = Number(count);
await consumer.connect();
await consumer.subscribe({ topic: TOPIC, fromBeginning: true });
await consumer.run({
  eachMessage: async ({ message }) => {
    if (left <= 0) return;
    const click = await deserializer.deserialize(TOPIC, message.value);
    const headers = Object.fromEntries(
      Object.entries(message.headers ?? {}).map(([name, value]) => [name, value.toString()]),
    );
    console.log(JSON.stringify({ key: message.key.toString(), headers, click }));
    if (--left === 0) setImmediate(() => consumer.disconnect().then(() => process.exit(0)));
  },
});
