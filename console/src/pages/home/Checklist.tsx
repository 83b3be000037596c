import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { answer, api } from '../../api/client';
import { useOfWorkspace } from '../../api/queries';
import type { LoggedEvent } from '../../api/types';
import { useNewestEvents } from '../events/calls';

const RECENT = 50;

/** The steps of the setup, ticked according to the events of the workspace. */
export function Checklist() {
    const keys = useNewestEvents(RECENT, 'key.created').data;
    const recent = useNewestEvents(RECENT).data;
    const links = useNewestEvents(1, 'link.created').data;
    const webhooks = useNewestEvents(1, 'webhook.created').data;
    const used = useOfWorkspace(['keys', 'used'], async () => {
        const { data } = await answer(api.GET('/api/v1/keys', { params: { query: { limit: 100 } } }));
        return data.some((key) => key.last_used_at !== null);
    }).data;
    const delivered = useOfWorkspace(['deliveries', 'any'], async () => {
        const query = { state: 'delivered', limit: 1 } as const;
        return (await answer(api.GET('/api/v1/deliveries', { params: { query } }))).data.length > 0;
    }).data;
    return (
        <ol className="panel steps" role="list">
            <Step done title="Enter a workspace">
                API keys, links and other resources belong to a workspace.
            </Step>
            <Step done={keys?.some(isByPerson)} title={<Link href="/api/keys/new">Create an API key</Link>}>
                Its secret is shown once.
            </Step>
            <Step
                done={used === true || recent?.some(isByKey)}
                title={<Link href="/api/reference">Make your first call</Link>}
            >
                With the key, as <code>Authorization: Bearer …</code>
            </Step>
            <Step done={links && links.length > 0} title={<Link href="/api/links/new">Create a short link</Link>}>
                It redirects visitors and counts clicks.
            </Step>
            <Step done={webhooks && webhooks.length > 0} title={<Link href="/api/webhooks/new">Add a webhook</Link>}>
                It sends signed events to your server.
            </Step>
            <Step done={delivered} title={<Link href="/api/deliveries">Receive a first delivery</Link>}>
                Your receiver responds with 2xx.
            </Step>
        </ol>
    );
}

function isByPerson(event: LoggedEvent): boolean {
    return event.actor?.type === 'user' || event.actor?.type === 'key';
}

function isByKey(event: LoggedEvent): boolean {
    return event.actor?.type === 'key';
}

interface StepProps {
    readonly done: boolean | undefined;
    readonly title: ReactNode;
    readonly children: ReactNode;
}

function Step({ done = false, title, children }: StepProps) {
    return (
        <li>
            <svg
                className={done ? 'tick done' : 'tick'}
                viewBox="0 0 20 20"
                role="img"
                aria-label={done ? 'Done' : 'To do'}
            >
                <circle
                    cx="10"
                    cy="10"
                    r="8.25"
                    fill={done ? 'currentColor' : 'none'}
                    stroke="currentColor"
                    strokeWidth="1.5"
                />
                {done && <path d="m6.5 10.3 2.4 2.4 4.6-5" fill="none" stroke="var(--raised)" strokeWidth="1.8" />}
            </svg>
            <div>
                <div className="label">{title}</div>
                <div className="hint">{children}</div>
            </div>
        </li>
    );
}
