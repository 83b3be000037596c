// Signs or emits a request as the libraries of well-known senders do.
// Reads {"sender", "secret", "payload"} from standard input; prints {"headers", "body"}.
import { Webhooks } from '@octokit/webhooks';
import { CloudEvent, HTTP } from 'cloudevents';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import Stripe from 'stripe';
import { Webhook as SvixWebhook } from 'svix';

let text = '';
for await (const chunk of process.stdin) text += chunk;
const { sender, secret, payload } = JSON.parse(text);
const body = JSON.stringify(payload);
const json = { 'content-type': 'application/json' };
const id = `msg_${Date.now()}`;
const now = new Date();
const seconds = Math.floor(now.getTime() / 1000).toString();
const event = () => new CloudEvent({ id, source: '/shop', type: 'com.shop.paid', data: payload });

const made = {
    stripe: () => ({
        headers: { ...json, 'Stripe-Signature': new Stripe('sk_test_none').webhooks.generateTestHeaderString({ payload: body, secret }) },
        body,
    }),
    github: async () => ({ headers: { ...json, 'X-GitHub-Delivery': id, 'X-Hub-Signature-256': await new Webhooks({ secret }).sign(body) }, body }),
    standard_webhooks: () => ({
        headers: { ...json, 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': new StandardWebhook(secret).sign(id, now, body) },
        body,
    }),
    svix: () => ({
        headers: { ...json, 'svix-id': id, 'svix-timestamp': seconds, 'svix-signature': new SvixWebhook(secret).sign(id, now, body) },
        body,
    }),
    cloudevents_structured: () => HTTP.structured(event()),
    cloudevents_binary: () => HTTP.binary(event()),
};
const { headers, body: sent } = await made[sender]();
console.log(JSON.stringify({ headers, body: typeof sent === 'string' ? sent : JSON.stringify(sent) }));
