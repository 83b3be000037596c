import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
    readonly id: string;
    readonly timestamp: string;
    readonly signature: string;
    readonly body: string;
}

/** Whether a request is signed with the secret of a webhook (Standard Webhooks). */
export function isSigned({ id, timestamp, signature, body }: Received, secret: string): boolean {
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
    const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
    return signature.split(' ').includes(`v1,${expected}`);
}

/** A receiver of webhooks on this machine, which takes everything. */
export interface Receiver extends AsyncDisposable {
    readonly url: string;
    readonly received: Received[];
}

export async function startReceiver(): Promise<Receiver> {
    const received: Received[] = [];
    const server = createServer((request, response) => {
        const parts: Buffer[] = [];
        request.on('data', (part: Buffer) => parts.push(part));
        request.on('end', () => {
            received.push({
                id: String(request.headers['webhook-id']),
                timestamp: String(request.headers['webhook-timestamp']),
                signature: String(request.headers['webhook-signature']),
                body: Buffer.concat(parts).toString('utf8'),
            });
            response.writeHead(200, { 'Content-Type': 'text/plain' }).end('taken <b>with thanks</b>');
        });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return {
        url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
        received,
        [Symbol.asyncDispose]: () =>
            new Promise((resolve) => {
                server.close(() => resolve());
                server.closeAllConnections();
            }),
    };
}
