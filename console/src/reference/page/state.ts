import { createContext, useContext } from 'react';
import type { KeyToken } from '../command/keyToken';
import type { Contract } from '../contract/operation';

/** What a session is good for: proof for changes, and the workspaces that it may enter. */
export interface SignedIn {
    readonly csrfToken: string;
    readonly workspaces: readonly { readonly id: string; readonly name: string; readonly scopes: readonly string[] }[];
}

/** Who calls: nobody yet, a pasted key, or whoever is signed in. It is in the memory of this page and nowhere else. */
export interface CallerState {
    readonly key: KeyToken | null;
    /** What the key may do, once it was asked; null before. */
    readonly held: readonly string[] | null;
    readonly session: SignedIn | null;
    readonly workspace: string;
    readonly uses: 'key' | 'session';
    /** Whether commands say `$API_KEY` though a key is there. */
    readonly hidden: boolean;
}

export const NOBODY: CallerState = {
    key: null,
    held: null,
    session: null,
    workspace: '',
    uses: 'key',
    hidden: false,
};

export interface Reference {
    readonly contract: Contract;
    readonly caller: CallerState;
    readonly setCaller: (change: Partial<CallerState>) => void;
    /** Has a sentence read out by screen readers. */
    readonly announce: (sentence: string) => void;
}

export const ReferenceContext = createContext<Reference | null>(null);

export function useReference(): Reference {
    const found = useContext(ReferenceContext);
    if (found === null) {
        throw new Error('there is no reference around this');
    }
    return found;
}

/** What whoever calls may do; null while that is not known. */
export function heldScopes(caller: CallerState): readonly string[] | null {
    if (caller.uses === 'key') {
        return caller.held;
    }
    return caller.session?.workspaces.find(({ id }) => id === caller.workspace)?.scopes ?? null;
}
