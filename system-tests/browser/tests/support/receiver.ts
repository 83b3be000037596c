import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A receiver of webhooks on this machine, which takes everything. */
export interface Receiver extends AsyncDisposable {
    readonly url: string;
    readonly received: { readonly signature: string; readonly body: string }[];
}

export async function startReceiver(): Promise<Receiver> {
    const received: { signature: string; body: string }[] = [];
    const server = createServer((request, response) => {
        const parts: Buffer[] = [];
        request.on('data', (part: Buffer) => parts.push(part));
        request.on('end', () => {
            received.push({
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
