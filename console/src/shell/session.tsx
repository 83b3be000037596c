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

/** Where the person is signed in, in all his browsers. */
export const SESSIONS = ['sessions'];

const SessionContext = createContext<Session | null>(null);

interface Props {
    readonly signedOut: ReactNode;
    readonly children: ReactNode;
}

/** Finds out who is signed in, and shows one thing or the other. */
export function SessionGate({ signedOut, children }: Props) {
    const client = useQueryClient();
    const query = useQuery({ queryKey: KEY, queryFn: currentSession, staleTime: Infinity });
    const trouble = useTrouble(query);
    useEffect(() => {
        const anew = () => client.query({ queryKey: KEY, queryFn: currentSession, staleTime: 0 });
        appoint({
            // A request that was under way while a session took the place of another is no proof that nobody is signed in.
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
                        <h1>Postrider is not there yet</h1>
                        <Failed problem={trouble} onRetry={() => void query.refetch()} />
                    </div>
                )}
            </main>
        );
    }
    return query.data === null ? signedOut : <SessionContext value={query.data}>{children}</SessionContext>;
}

/** Whoever is signed in, on a page that does not ask for it. */
export function useMaybeSession(): Session | null {
    return useContext(SessionContext);
}

/** Whoever is signed in. */
export function useSession(): Session {
    const session = useContext(SessionContext);
    if (session === null) {
        throw new Error('asked who is signed in where nobody needs to be');
    }
    return session;
}

/** The workspace that everything on the page is about; a person without any has none. */
export function useWorkspace(): Workspace | undefined {
    const id = useWorkspaceId();
    return useSession().workspaces.find((workspace) => workspace.id === id);
}

/** Whether the role allows it; `write` of a resource allows its `read`. */
export function useMay(scope: string): boolean {
    const scopes = useWorkspace()?.scopes ?? [];
    return scopes.includes(scope) || (scope.endsWith(':read') && scopes.includes(scope.replace(/read$/, 'write')));
}

/** What to do once a session began, was renewed or ended. */
export function useSessionChange(): { began: (session: Session) => void; over: () => void; anew: () => Promise<void> } {
    const client = useQueryClient();
    return {
        began: (session) => {
            client.setQueryData(KEY, adopted(session));
            // It may have taken the place of others.
            void client.invalidateQueries({ queryKey: SESSIONS });
        },
        over: () => {
            client.setQueryData(KEY, null);
            forgetAll(client);
        },
        anew: () => client.invalidateQueries({ queryKey: KEY }),
    };
}

/** What whoever comes next need not see. */
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

/** From now on every call is made in this session, about the workspace chosen last if it can still be entered. */
export function adopted(session: Session): Session {
    rememberCsrfToken(session.csrf_token);
    const kept = keptWorkspace();
    const entered = session.workspaces.find((workspace) => workspace.id === kept) ?? session.workspaces[0];
    enterWorkspace(entered?.id);
    return session;
}

/** Everything in the console takes it for granted that these are there. */
function whole(session: Partial<Session> | undefined): Session {
    if (typeof session?.user?.id !== 'string' || !Array.isArray(session.workspaces)) {
        throw new Unreadable();
    }
    return session as Session;
}
