// Verifies a delivery with the reference library of Standard Webhooks.
// Reads {"secret", "headers", "body"} from standard input; prints "verified" and the event's type, or fails.
import { Webhook } from "standardwebhooks";

let text = "";
for await (const chunk of process.stdin) text += chunk;
const { secret, headers, body } = JSON.parse(text);
const event = new Webhook(secret).verify(body, headers);
console.log(`verified ${event.type}`);
