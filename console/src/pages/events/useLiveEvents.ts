import { useEffect, useState } from 'react';
import { useWorkspaceId } from '../../api/caller';
import { follow } from '../../api/stream';
import type { LoggedEvent } from '../../api/types';

const KEPT = 200;

/** New events, newest first, and the state of the stream. */
export interface Live {
    readonly events: readonly LoggedEvent[];
    readonly state: 'connecting' | 'live' | 'failed';
    readonly problem: unknown;
}

const SILENT: Live = { events: [], state: 'connecting', problem: null };

/** Listens to the log for as long as it is wanted. */
export function useLiveEvents(wanted: boolean, types: string): Live {
    const workspace = useWorkspaceId();
    const [live, setLive] = useState<Live>(SILENT);
    useEffect(() => {
        if (!wanted) {
            return;
        }
        const abort = new AbortController();
        const path = `/api/v1/events${types === '' ? '' : `?types=${encodeURIComponent(types)}`}`;
        follow({
            path,
            signal: abort.signal,
            onOpen: () => {
                setLive((before) => ({ ...before, state: 'live' }));
            },
            onMessage: (data) => {
                const event = JSON.parse(data) as LoggedEvent;
                setLive((before) => ({ ...before, events: [event, ...before.events].slice(0, KEPT) }));
            },
            onBreak: () => {
                setLive((before) => ({ ...before, state: 'connecting' }));
            },
        }).catch((problem: unknown) => {
            setLive((before) => ({ ...before, state: 'failed', problem }));
        });
        return () => {
            abort.abort();
            setLive(SILENT);
        };
    }, [wanted, types, workspace]);
    return live;
}
