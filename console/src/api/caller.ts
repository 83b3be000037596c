import { useSyncExternalStore } from 'react';

/** The session and workspace of the console's calls. Only the name of the workspace outlives the page. */
interface Caller {
    csrfToken: string | undefined;
    workspace: string | undefined;
}

const caller: Caller = { csrfToken: undefined, workspace: undefined };
const writes: { ofPerson?: string; ofWorkspace?: string } = {};
const listeners = new Set<() => void>();

const KEPT = 'postrider.workspace';

/** The values that every call carries. */
export function callerNow(): Readonly<Caller> {
    return caller;
}

/** The CSRF token of calls that change something. */
export function rememberCsrfToken(token: string | undefined): void {
    caller.csrfToken = token;
}

/** Resources of a user and session, not of a workspace and its keys. */
const OF_A_PERSON = /^\/api\/v1\/(session|sessions|user|invitations|sign-in-methods)(\/|$)/;

export function isOfPerson(url: string): boolean {
    return OF_A_PERSON.test(new URL(url).pathname);
}

/** The newest write: reads of the same kind wait until they see it. */
export function rememberWrite(url: string, token: string): void {
    writes[isOfPerson(url) ? 'ofPerson' : 'ofWorkspace'] = token;
}

/** The write that a read has to see. */
export function writeToSee(url: string): string | undefined {
    return writes[isOfPerson(url) ? 'ofPerson' : 'ofWorkspace'];
}

/** Every call from now on is about this workspace. A tab keeps its own; a new tab begins with the one chosen last. */
export function enterWorkspace(id: string | undefined): void {
    if (caller.workspace === id) {
        return;
    }
    caller.workspace = id;
    if (id !== undefined) {
        sessionStorage.setItem(KEPT, id);
        localStorage.setItem(KEPT, id);
    }
    listeners.forEach((told) => {
        told();
    });
}

/** The workspace selected before. */
export function keptWorkspace(): string | undefined {
    return sessionStorage.getItem(KEPT) ?? localStorage.getItem(KEPT) ?? undefined;
}

/** The workspace of calls. */
export function useWorkspaceId(): string {
    return useSyncExternalStore(listen, () => caller.workspace ?? '');
}

function listen(told: () => void): () => void {
    listeners.add(told);
    return () => {
        listeners.delete(told);
    };
}
