// Lists, gets and completes with OpenAI's own client, and prints what it makes of it, as JSON.
// Usage: node use-models.mjs BASE_URL KEY MODEL; MODEL is a name for a model of some provider.
import OpenAI, { APIError } from "openai";

const [baseURL, apiKey, model] = process.argv.slice(2);
const client = new OpenAI({ baseURL, apiKey, maxRetries: 0 });
const stranger = new OpenAI({ baseURL, apiKey: "prk_live_unknown", maxRetries: 0 });
const asking = (model, content) => ({ model, messages: [{ role: "user", content }] });

async function listed() {
  const ids = [];
  for await (const each of client.models.list()) ids.push(`${each.id} ${each.object} ${typeof each.created} ${typeof each.owned_by}`);
  return ids;
}

async function completed(model, content) {
  const answer = await client.chat.completions.create(asking(model, content));
  return { content: answer.choices[0].message.content, model: answer.model, total: answer.usage.total_tokens };
}

async function streamed(model, content) {
  const pieces = [];
  const stream = await client.chat.completions.create({ ...asking(model, content), stream: true });
  for await (const chunk of stream) pieces.push(chunk.choices[0]?.delta?.content ?? "");
  return { content: pieces.join(""), pieces: pieces.length };
}

/** What the client throws, and what it has understood of it. */
async function failed(call) {
  try {
    return { answered: await call() };
  } catch (error) {
    const { status, code, type, param, message, requestID } = error;
    return { name: error.constructor.name, known: error instanceof APIError, status, code, type, param, message, requestID };
  }
}

console.log(
  JSON.stringify({
    listed: await listed(),
    got: (await client.models.retrieve(model)).id,
    echo: await completed("echo-1", "Say it again"),
    echoStreamed: await streamed("echo-1", "Say it again"),
    completed: await completed(model, "hello"),
    streamed: await streamed(model, "hello"),
    wrongKey: await failed(() => stranger.models.list()),
    unknownModel: await failed(() => client.models.retrieve("unknown")),
    unknownAsked: await failed(() => completed("unknown", "hello")),
    nothingAsked: await failed(() => client.chat.completions.create({ model })),
    keyRefused: await failed(() => completed(model, "refuse 401")),
    limited: await failed(() => completed(model, "refuse 429")),
    rejected: await failed(() => completed(model, "refuse 400")),
    brokenOff: await failed(() => streamed(model, "break off")),
  }),
);
