import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, createContext, useContext, useEffect } from 'react';
import { enterWorkspace, keptWorkspace, rememberCsrfToken, useWorkspaceId } from '../api/caller';
import { answer, api, appoint } from '../api/client';
import { ApiProblem, Unreadable } from '../api/problem';
import { forgetCalls } from '../api/recorder';
import { useTrouble } from '../api/trouble';
import type { Session, Workspace } from '../api/types';
import { Failed, Loading } from '../ui/Loaded';
import { proveAgain } from './proof';

const KEY = ['session'];

/** The user's sessions in all browsers. */
export const SESSIONS = ['sessions'];

const SessionContext = createContext<Session | null>(null);

interface Props {
    readonly signedOut: ReactNode;
    readonly children: ReactNode;
}

/** Reads the session, and shows one child or the other. */
export function SessionGate({ signedOut, children }: Props) {
    const client = useQueryClient();
    const query = useQuery({ queryKey: KEY, queryFn: currentSession, staleTime: Infinity });
    const trouble = useTrouble(query);
    useEffect(() => {
        const anew = () => client.query({ queryKey: KEY, queryFn: currentSession, staleTime: 0 });
        appoint({
            // A request that was sent before a session replaced another does not show that the user
            // is signed out.
            ended: () => {
                anew().then(
                    (session) => {
                        if (session === null) {
                            forgetAll(client);
                        }
                    },
                    () => undefined,
                );
            },
            anew: async () => {
                const before = client.getQueryData<Session | null>(KEY)?.user.id;
                const session = await anew();
                return session !== null && session.user.id === before;
            },
            prove: proveAgain,
        });
    }, [client]);
    if (query.data === undefined) {
        return (
            <main className="alone">
                {trouble === null ? (
                    <Loading />
                ) : (
                    <div>
                        <h1>Postrider is starting</h1>
                        <Failed problem={trouble} onRetry={() => void query.refetch()} />
                    </div>
                )}
            </main>
        );
    }
    return query.data === null ? signedOut : <SessionContext value={query.data}>{children}</SessionContext>;
}

/** The session, on a page that does not require one; null if there is none. */
export function useMaybeSession(): Session | null {
    return useContext(SessionContext);
}

/** The session of the signed-in user. */
export function useSession(): Session {
    const session = useContext(SessionContext);
    if (session === null) {
        throw new Error('useSession requires a page with a session');
    }
    return session;
}

/** The workspace of the page; undefined for a user without any. */
export function useWorkspace(): Workspace | undefined {
    const id = useWorkspaceId();
    return useSession().workspaces.find((workspace) => workspace.id === id);
}

/** Whether the role allows a scope; `write` of a resource includes `read`. */
export function useMay(scope: string): boolean {
    const scopes = useWorkspace()?.scopes ?? [];
    return scopes.includes(scope) || (scope.endsWith(':read') && scopes.includes(scope.replace(/read$/, 'write')));
}

/** The actions after a session began, was renewed or ended. */
export function useSessionChange(): { began: (session: Session) => void; over: () => void; anew: () => Promise<void> } {
    const client = useQueryClient();
    return {
        began: (session) => {
            client.setQueryData(KEY, adopted(session));
            // It may have replaced others.
            void client.invalidateQueries({ queryKey: SESSIONS });
        },
        over: () => {
            client.setQueryData(KEY, null);
            forgetAll(client);
        },
        anew: () => client.invalidateQueries({ queryKey: KEY }),
    };
}

/** Clears what the next user must not see. */
function forgetAll(client: QueryClient): void {
    rememberCsrfToken(undefined);
    forgetCalls();
    client.removeQueries({ predicate: (query) => query.queryKey[0] !== KEY[0] });
}

async function currentSession(): Promise<Session | null> {
    try {
        return adopted(whole(await answer(api.GET('/api/v1/session'))));
    } catch (failure) {
        if (failure instanceof ApiProblem && failure.status === 401) {
            return null;
        }
        throw failure;
    }
}

/** Uses this session for all calls from now on, with the workspace selected last if it can still be entered. */
export function adopted(session: Session): Session {
    rememberCsrfToken(session.csrf_token);
    const kept = keptWorkspace();
    const entered = session.workspaces.find((workspace) => workspace.id === kept) ?? session.workspaces[0];
    enterWorkspace(entered?.id);
    return session;
}

/** Checks the members that the console relies on. */
function whole(session: Partial<Session> | undefined): Session {
    if (typeof session?.user?.id !== 'string' || !Array.isArray(session.workspaces)) {
        throw new Unreadable();
    }
    return session as Session;
}
