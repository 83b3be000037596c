import { afterEach, expect, it, vi } from 'vitest';
import type { Prepared } from './request';
import { type Answer, obstacle, send } from './sending';

const REQUEST: Prepared = {
    method: 'POST',
    url: `${location.origin}/api/v1/things`,
    headers: [['Authorization', { text: 'Bearer ', variable: 'API_KEY' }]],
    content: { kind: 'text', text: '{}', json: true },
    readsCookies: false,
    keepsCookies: false,
    hasAnswer: true,
    streams: false,
    faults: [],
};
const SECRETS = { API_KEY: 'prk_x', CSRF_TOKEN: null };

const none = () => undefined;

async function sent(request: Prepared, controller = new AbortController()): Promise<Answer[]> {
    const told: Answer[] = [];
    await send(request, SECRETS, none, controller.signal, (answer) => told.push(answer));
    return told;
}

afterEach(() => {
    vi.unstubAllGlobals();
});

it('sends the key in a header, without cookies, and follows no redirect', async () => {
    const fetched = vi.fn<typeof fetch>(() =>
        Promise.resolve(new Response('{"a":1}', { status: 201, headers: { 'X-Request-Id': 'req_1' } })),
    );
    vi.stubGlobal('fetch', fetched);
    const answer = (await sent(REQUEST)).at(-1);
    expect(fetched).toHaveBeenCalledWith(
        REQUEST.url,
        expect.objectContaining({
            method: 'POST',
            body: '{}',
            headers: [['Authorization', 'Bearer prk_x']],
            credentials: 'omit',
            redirect: 'manual',
        }),
    );
    expect(answer).toMatchObject({ state: 'done', status: 201, body: '{"a":1}' });
    expect(answer?.headers).toContainEqual(['x-request-id', 'req_1']);
});

it('sends nothing to another host', async () => {
    const fetched = vi.fn<typeof fetch>();
    vi.stubGlobal('fetch', fetched);
    expect((await sent({ ...REQUEST, url: 'https://other.example/' })).at(-1)).toMatchObject({ state: 'failed' });
    expect(fetched).not.toHaveBeenCalled();
});

it('tells of a stream as it comes, and of its end by the reader', async () => {
    const controller = new AbortController();
    const stream = new ReadableStream<Uint8Array>({
        start(out) {
            // A letter of two bytes comes in two pieces.
            out.enqueue(new Uint8Array([0x61, 0xc3]));
            out.enqueue(new Uint8Array([0xa9]));
            controller.signal.addEventListener('abort', () => {
                out.error(new Error('aborted'));
            });
        },
    });
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(stream)));
    const told: Answer[] = [];
    await send(REQUEST, SECRETS, none, controller.signal, (answer) => {
        told.push(answer);
        if (answer.body === 'aé') {
            controller.abort();
        }
    });
    expect(told.map(({ body }) => body)).toContain('a');
    expect(told.at(-1)).toMatchObject({ state: 'stopped', body: 'aé' });
});

it('says what is missing before anything is sent', () => {
    expect(obstacle(REQUEST, SECRETS, none)).toBeNull();
    expect(obstacle(REQUEST, { ...SECRETS, API_KEY: null }, none)).toBe('Paste an API key first.');
    expect(obstacle({ ...REQUEST, readsCookies: true }, SECRETS, none)).toBe('Choose your session first.');
    expect(obstacle({ ...REQUEST, content: { kind: 'file', file: 'a' } }, SECRETS, none)).toBe('Choose a file first.');
    expect(obstacle({ ...REQUEST, faults: ['id: is required.'] }, SECRETS, none)).toBe('id: is required.');
});
