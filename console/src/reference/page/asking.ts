import { callerNow } from '../../api/caller';
import { type Json, isObject, items, text } from '../contract/document';
import type { CallerState, SignedIn } from './state';

/** The scopes that a key holds, or why nobody can tell. It is asked of this host alone, and with no cookie. */
export async function askScopes(key: string): Promise<readonly string[] | string> {
    const answer = await ask('/api/v1/me', { headers: { Authorization: `Bearer ${key}` }, credentials: 'omit' });
    if (typeof answer === 'string') {
        return answer;
    }
    return isObject(answer) ? items(answer.scopes).map(text) : 'The service did not say which scopes the key holds.';
}

/** Who is signed in here, or why there is nobody. */
export async function askSession(): Promise<SignedIn | string> {
    const answer = await ask('/api/v1/session', { credentials: 'same-origin' });
    if (typeof answer === 'string') {
        return answer;
    }
    return signedIn(answer);
}

function signedIn(answer: Json): SignedIn {
    const session = isObject(answer) ? answer : {};
    return {
        csrfToken: text(session.csrf_token),
        workspaces: items(session.workspaces)
            .filter(isObject)
            .map(({ id, name, scopes }) => ({ id: text(id), name: text(name), scopes: items(scopes).map(text) })),
    };
}

/** What is known of the caller where a session was answered before, in the workspace that the console is about. */
export function inSession(answer: Json | undefined): Partial<CallerState> {
    if (!isObject(answer)) {
        return {};
    }
    const session = signedIn(answer);
    const kept = callerNow().workspace;
    const entered = session.workspaces.find(({ id }) => id === kept) ?? session.workspaces[0];
    return { session, workspace: entered?.id ?? '' };
}

async function ask(path: string, init: RequestInit): Promise<Json> {
    try {
        const response = await fetch(path, { ...init, cache: 'no-store', redirect: 'error' });
        const body = (await response.json()) as Json;
        if (response.ok) {
            return body;
        }
        const detail = isObject(body) ? text(body.detail) : '';
        return response.status === 401
            ? path.endsWith('/session')
                ? 'Nobody is signed in here.'
                : 'This key is unknown, revoked or expired.'
            : detail || `The service answered ${response.status}.`;
    } catch {
        return 'The service does not answer.';
    }
}
