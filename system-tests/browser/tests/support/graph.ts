import { expect } from '@playwright/test';
import { createHmac } from 'node:crypto';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { make } from './api';
import { BASE } from './console';

const APP_SECRET = 'app-secret-of-a-trial';

/** An error of the Graph API, in the words of Meta. */
export interface GraphError {
    readonly status?: number;
    readonly code: number;
    readonly message: string;
    /** In seconds. */
    readonly retryAfter?: number;
}

/** A Graph API on this machine, with one number. A test defines its behaviour; it calls Postrider's callback URL. */
export interface Graph extends AsyncDisposable {
    readonly account: string;
    readonly number: string;
    /** The phone numbers that messages were taken for, in their order. */
    readonly taken: string[];
    /** The access token that is accepted. */
    token: string;
    /** The errors for messages to a phone number, by its digits. */
    readonly refusals: Map<string, GraphError>;
    /** Makes an instance that calls it. */
    instance(name: string): Promise<Instance>;
    /** Calls back with a change, signed. */
    tells(instance: Instance, field: string, value: Record<string, unknown>): Promise<void>;
    /** Calls back with changes of the field `messages`. */
    tellsMessages(instance: Instance, value: Record<string, unknown>): Promise<void>;
}

export interface Instance {
    readonly id: string;
    readonly callback_url: string;
}

export async function startGraph(): Promise<Graph> {
    const seed = String(process.hrtime.bigint()).slice(-10);
    const graph = {
        account: `7${seed}`,
        number: `1202${seed.slice(-7)}`,
        taken: [] as string[],
        token: 'first-token',
        refusals: new Map<string, GraphError>(),
    };
    const server = createServer((request, response) => void answer(graph, request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const tells = (instance: Instance, field: string, value: Record<string, unknown>) =>
        callBack(instance, { object: 'whatsapp_business_account', entry: [{ id: graph.account, changes: [{ field, value }] }] });
    return Object.assign(graph, {
        instance: (name: string) =>
            make<Instance>('/instances', {
                name,
                provider: 'cloud_api',
                config: {
                    phone_number_id: `9${graph.number}`,
                    phone_number: `+${graph.number}`,
                    waba_id: graph.account,
                    access_token: graph.token,
                    app_secret: APP_SECRET,
                    verify_token: 'verify-token-of-a-trial',
                    base_url: url,
                },
            }),
        tells,
        tellsMessages: (instance: Instance, value: Record<string, unknown>) =>
            tells(instance, 'messages', {
                messaging_product: 'whatsapp',
                metadata: { display_phone_number: graph.number, phone_number_id: `9${graph.number}` },
                ...value,
            }),
        [Symbol.asyncDispose]: () =>
            new Promise<void>((resolve) => {
                server.close(() => resolve());
                server.closeAllConnections();
            }),
    });
}

type State = Pick<Graph, 'account' | 'number' | 'taken' | 'token' | 'refusals'>;

async function answer(graph: State, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) {
        parts.push(part as Buffer);
    }
    if (request.headers.authorization !== `Bearer ${graph.token}`) {
        const message = 'Error validating access token: Session has expired on Sunday, 29-Nov-26 09:00:00 PST.';
        refuse(response, { status: 401, code: 190, message });
        return;
    }
    const path = new URL(request.url ?? '', 'http://localhost').pathname;
    if (request.method !== 'POST') {
        const found = path.endsWith('/message_templates') ? { data: [] } : { id: graph.number, display_phone_number: `+${graph.number}` };
        reply(response, 200, found);
        return;
    }
    const body = JSON.parse(Buffer.concat(parts).toString('utf8')) as { readonly to?: string; readonly biz_opaque_callback_data?: string };
    if (body.to === undefined) {
        reply(response, 200, { id: '4711', status: 'PENDING', success: true });
        return;
    }
    const to = body.to.replace('+', '');
    const refusal = graph.refusals.get(to);
    if (refusal !== undefined) {
        refuse(response, refusal);
        return;
    }
    graph.taken.push(to);
    reply(response, 200, { contacts: [{ input: to, wa_id: to }], messages: [{ id: `wamid.${body.biz_opaque_callback_data ?? ''}` }] });
}

function refuse(response: ServerResponse, { status = 400, code, message, retryAfter }: GraphError): void {
    const error = { message: `(#${code}) ${message}`, type: 'OAuthException', code, error_data: { messaging_product: 'whatsapp', details: message } };
    reply(response, status, { error }, retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) });
}

function reply(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body));
}

/** Until the call is taken, as WhatsApp does. */
async function callBack(instance: Instance, body: unknown): Promise<void> {
    const text = JSON.stringify(body);
    const signature = createHmac('sha256', APP_SECRET).update(text).digest('hex');
    await expect(async () => {
        const response = await fetch(`${BASE}${new URL(instance.callback_url).pathname}`, {
            method: 'POST',
            headers: { 'Content-Type': 'application/json', 'X-Hub-Signature-256': `sha256=${signature}` },
            body: text,
        });
        expect(response.status).toBe(200);
    }).toPass();
}
