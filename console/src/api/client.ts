import createClient from 'openapi-fetch';
import { callerNow, rememberWrite, writeToSee } from './caller';
import type { paths } from './contract.gen';
import { ApiProblem, Unproved, Unreachable, Unreadable } from './problem';
import { record } from './recorder';

/** Handles responses that concern the session and not the call. */
interface Doorkeeper {
    /** The session seems to be over. */
    ended: () => void;
    /** Reads the session again; true if the same user is still signed in. */
    anew: () => Promise<boolean>;
    /** Asks the user to authenticate again; true if the user did. */
    prove: () => Promise<boolean>;
}

const NO = () => Promise.resolve(false);

let doorkeeper: Doorkeeper = { ended: () => undefined, anew: NO, prove: NO };

/** Sets the handler of session responses. */
export function appoint(keeper: Doorkeeper): void {
    doorkeeper = keeper;
}

/** A client of the public API; the console calls nothing else. */
export const api = createClient<paths>({ baseUrl: location.origin, fetch: send });

/** The data of a response, or an {@link ApiProblem}, {@link Unreachable} or {@link Unreadable}. */
export async function answer<T>(sent: Promise<{ data?: T; error?: unknown; response: Response }>): Promise<T> {
    const { data, error, response } = await sent.catch((failure: unknown) => {
        // openapi-fetch parses the body of every success as JSON.
        throw failure instanceof SyntaxError ? new Unreadable() : failure;
    });
    if (!response.ok) {
        throw new ApiProblem(response, error);
    }
    return data as T;
}

/** The header that makes a change conditional on the version of the resource. */
export function ifMatch({ version }: { readonly version: number }): { readonly 'If-Match': string } {
    return { 'If-Match': `"${version}"` };
}

/** Sends a request with the headers that its session needs. */
export async function send(request: Request): Promise<Response> {
    const again = request.clone();
    const response = await inSession(request);
    if (response.status !== 403 || isProof(request) || (await codeOf(response)) !== 'proof_required') {
        return response;
    }
    if (!(await doorkeeper.prove())) {
        throw new Unproved();
    }
    return inSession(again);
}

/** Another tab may have started another session, with the same cookie and another token. */
async function inSession(request: Request): Promise<Response> {
    const again = request.clone();
    const response = await once(request);
    if (response.status === 401 && !asksForTheSession(request)) {
        doorkeeper.ended();
    }
    const stale = response.status === 403 && (await codeOf(response)) === 'csrf_token_invalid';
    return stale && (await doorkeeper.anew()) ? once(again) : response;
}

async function once(request: Request): Promise<Response> {
    const form = request.headers.get('Content-Type')?.startsWith('multipart/') ?? false;
    const body = request.method === 'GET' || form ? undefined : await request.clone().text();
    const { csrfToken, workspace } = callerNow();
    const toSee = writeToSee(request.url);
    const headers = request.headers;
    if (workspace !== undefined) {
        headers.set('Workspace', workspace);
    }
    if (request.method !== 'GET' && csrfToken !== undefined) {
        headers.set('X-CSRF-Token', csrfToken);
    }
    if (request.method === 'GET' && toSee !== undefined) {
        headers.set('Consistency-Token', toSee);
    }
    let response;
    try {
        response = await fetch(request);
    } catch (failure) {
        throw request.signal.aborted ? failure : new Unreachable();
    }
    const written = response.headers.get('Consistency-Token');
    if (written !== null) {
        rememberWrite(request.url, written);
    }
    const { method, url } = request;
    record({ method, url, body, form, status: response.status, matched: headers.has('If-Match') });
    return response;
}

function asksForTheSession(request: Request): boolean {
    return new URL(request.url).pathname === '/api/v1/session';
}

async function codeOf(response: Response): Promise<unknown> {
    const problem: unknown = await response
        .clone()
        .json()
        .catch(() => null);
    return (problem as { code?: unknown } | null)?.code;
}

/** Whether a request authenticates again; it is never answered by asking for authentication. */
function isProof(request: Request): boolean {
    return new URL(request.url).pathname === '/api/v1/session/renew';
}
