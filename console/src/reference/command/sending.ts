import type { Content } from './content';
import type { Prepared } from './request';

/** The state of an answer, and its received part. */
export interface Answer {
    readonly state: 'waiting' | 'open' | 'done' | 'failed' | 'stopped';
    readonly status: number;
    readonly reason: string;
    readonly headers: readonly (readonly [string, string])[];
    readonly body: string;
    readonly isCut: boolean;
    readonly headMillis: number;
    readonly totalMillis: number;
    readonly failure: string;
}

/** Maximum number of characters of an answer that are kept. */
export const BODY_MAX = 400_000;

const NOTHING: Answer = {
    state: 'waiting',
    status: 0,
    reason: '',
    headers: [],
    body: '',
    isCut: false,
    headMillis: 0,
    totalMillis: 0,
    failure: '',
};

export interface Secrets {
    readonly API_KEY: string | null;
    readonly CSRF_TOKEN: string | null;
}

/** The reason why a request cannot be sent from this page; null if it can. */
export function obstacle(
    request: Prepared,
    secrets: Secrets,
    chosen: (field: string) => Blob | undefined,
): string | null {
    const [fault] = request.faults;
    if (fault !== undefined) {
        return fault;
    }
    const names = new Set(request.headers.map(([, { variable }]) => variable));
    if (names.has('API_KEY') && secrets.API_KEY === null) {
        return 'Paste an API key first.';
    }
    if (request.readsCookies && secrets.CSRF_TOKEN === null) {
        return 'Choose your session first.';
    }
    return filesOf(request.content).every((name) => chosen(name) !== undefined) ? null : 'Choose a file first.';
}

function filesOf(content: Content | null): readonly string[] {
    switch (content?.kind) {
        case 'file':
            return [''];
        case 'form':
            return content.parts.filter((part) => 'file' in part).map(({ name }) => name);
        default:
            return [];
    }
}

/**
 * Sends a request, and reports each part of the answer. A request to another host than this page's is not sent: it may
 * carry a key.
 */
export async function send(
    request: Prepared,
    secrets: Secrets,
    chosen: (field: string) => Blob | undefined,
    signal: AbortSignal,
    tell: (answer: Answer) => void,
): Promise<void> {
    const begin = performance.now();
    let answer = NOTHING;

    function update(part: Partial<Answer>) {
        answer = { ...answer, ...part, totalMillis: performance.now() - begin };
        tell(answer);
    }

    update({});
    try {
        if (new URL(request.url).origin !== location.origin) {
            throw new Error('This is another host.');
        }
        const response = await fetch(request.url, {
            method: request.method,
            headers: request.headers.map(([name, word]): [string, string] => [
                name,
                word.text + secretOf(word.variable, secrets),
            ]),
            body: bodyOf(request.content, chosen),
            credentials: request.readsCookies || request.keepsCookies ? 'same-origin' : 'omit',
            redirect: 'manual',
            cache: 'no-store',
            signal,
        });
        update({
            state: 'open',
            status: response.status,
            reason:
                response.type === 'opaqueredirect'
                    ? 'A redirect. Browsers do not show its target to pages.'
                    : response.statusText,
            headers: [...response.headers].map(([name, value]) => [name.toLowerCase(), value] as const),
            headMillis: performance.now() - begin,
        });
        await read(response, (text) => {
            const body = answer.body + text;
            update({ body: body.slice(0, BODY_MAX), isCut: answer.isCut || body.length > BODY_MAX });
        });
        update({ state: 'done' });
    } catch (failed) {
        const why = failed instanceof Error ? failed.message : String(failed);
        update(signal.aborted ? { state: 'stopped' } : { state: 'failed', failure: why });
    }
}

async function read(response: Response, tell: (text: string) => void): Promise<void> {
    const reader = response.body?.getReader();
    const decoder = new TextDecoder();
    while (reader !== undefined) {
        const { done, value } = await reader.read();
        if (done) {
            tell(decoder.decode());
            return;
        }
        tell(decoder.decode(value, { stream: true }));
    }
}

function secretOf(variable: string | undefined, secrets: Secrets): string {
    return variable === 'API_KEY' || variable === 'CSRF_TOKEN' ? (secrets[variable] ?? '') : '';
}

function bodyOf(content: Content | null, chosen: (field: string) => Blob | undefined): BodyInit | null {
    switch (content?.kind) {
        case undefined:
            return null;
        case 'text':
            return content.text;
        case 'file':
            return chosen('') ?? null;
        case 'form': {
            const form = new FormData();
            for (const part of content.parts) {
                form.append(part.name, 'file' in part ? (chosen(part.name) ?? '') : part.value);
            }
            return form;
        }
    }
}
