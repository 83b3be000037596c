import { createContext, useContext } from 'react';
import type { KeyToken } from '../command/keyToken';
import type { Contract } from '../contract/operation';

/** The data of a session: its CSRF token and its workspaces. */
export interface SignedIn {
    readonly csrfToken: string;
    readonly workspaces: readonly { readonly id: string; readonly name: string; readonly scopes: readonly string[] }[];
}

/** The caller: none, a pasted key, or the signed-in user. It is kept in the memory of this page only. */
export interface CallerState {
    readonly key: KeyToken | null;
    /** The scopes of the key, once they are known; null before. */
    readonly held: readonly string[] | null;
    readonly session: SignedIn | null;
    readonly workspace: string;
    readonly uses: 'key' | 'session';
    /** Whether commands contain `$API_KEY` instead of the key. */
    readonly hidden: boolean;
}

export const NO_CALLER: CallerState = {
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
        throw new Error('this component must be inside ReferencePage');
    }
    return found;
}

/** The scopes of the caller; null while they are not known. */
export function heldScopes(caller: CallerState): readonly string[] | null {
    if (caller.uses === 'key') {
        return caller.held;
    }
    return caller.session?.workspaces.find(({ id }) => id === caller.workspace)?.scopes ?? null;
}
