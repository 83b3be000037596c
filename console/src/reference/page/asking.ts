import { callerNow } from '../../api/caller';
import { answer, api } from '../../api/client';
import { type KeyToken, readKey } from '../command/keyToken';
import { type Json, isObject, items, text } from '../contract/document';
import type { CallerState, SignedIn } from './state';

const HOUR_MILLIS = 3_600_000;

/** The scopes of a key, or the reason why they are not known. The request goes to this host only, without a cookie. */
export async function askScopes(key: string): Promise<readonly string[] | string> {
    const said = await ask('/api/v1/me', { headers: { Authorization: `Bearer ${key}` }, credentials: 'omit' });
    if (typeof said === 'string') {
        return said;
    }
    return isObject(said) ? items(said.scopes).map(text) : 'The service did not return the scopes of the key.';
}

/** The signed-in user, or the reason why there is none. */
export async function askSession(): Promise<SignedIn | string> {
    const said = await ask('/api/v1/session', { credentials: 'same-origin' });
    return typeof said === 'string' ? said : signedIn(said);
}

function signedIn(said: Json): SignedIn {
    const session = isObject(said) ? said : {};
    return {
        csrfToken: text(session.csrf_token),
        workspaces: items(session.workspaces)
            .filter(isObject)
            .map(({ id, name, scopes }) => ({ id: text(id), name: text(name), scopes: items(scopes).map(text) })),
    };
}

/** A key for experiments, which expires in an hour; or the reason why there is none. */
export async function makeTestKey(scopes: readonly string[]): Promise<KeyToken | string> {
    try {
        const made = await answer(
            api.POST('/api/v1/keys', {
                body: {
                    name: 'API reference',
                    environment: 'test',
                    scopes: [...scopes],
                    expires_at: new Date(Date.now() + HOUR_MILLIS).toISOString(),
                },
                params: { header: { 'Idempotency-Key': crypto.randomUUID() } },
            }),
        );
        return readKey(made.secret ?? '');
    } catch (failure) {
        return failure instanceof Error ? failure.message : 'No key was created.';
    }
}

/** The state of the caller for a known session, in the workspace of the console. */
export function inSession(said: Json | undefined): Partial<CallerState> {
    if (!isObject(said)) {
        return {};
    }
    const session = signedIn(said);
    const kept = callerNow().workspace;
    const entered = session.workspaces.find(({ id }) => id === kept) ?? session.workspaces[0];
    return { session, workspace: entered?.id ?? '' };
}

/** The JSON that a path returns, or the reason why there is none. */
export async function ask(path: string, init: RequestInit): Promise<Json> {
    try {
        const response = await fetch(path, { ...init, cache: 'no-store', redirect: 'error' });
        const body = (await response.json()) as Json;
        if (response.ok) {
            return body;
        }
        const detail = isObject(body) ? text(body.detail) : '';
        return response.status === 401
            ? path.endsWith('/session')
                ? 'You are not signed in.'
                : 'This key is unknown, revoked or expired.'
            : detail || `The service answered ${response.status}.`;
    } catch {
        return 'The service does not answer.';
    }
}
