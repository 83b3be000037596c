import { useState } from 'react';
import { useParams } from 'wouter';
import type { Key, KeyCreated } from '../../api/types';
import { useMay } from '../../shell/session';
import { Loaded } from '../../ui/Loaded';
import { PageFrame } from '../../ui/PageFrame';
import { Badge, Facts, Name, Time, Words } from '../../ui/Text';
import { KeyActions } from './KeyActions';
import { KeyState, isOver } from './KeyState';
import { SecretOnce } from './SecretOnce';
import { useKey } from './calls';

const KEYS = { href: '/api/keys', title: 'API keys' };

/** One key: what it may do, and what can be done with it. */
export default function KeyPage() {
    const { id } = useParams<{ id: string }>();
    const query = useKey(id);
    const may = useMay('keys:write');
    const [rotated, setRotated] = useState<KeyCreated | null>(null);
    if (rotated !== null) {
        return (
            <PageFrame
                key="secret"
                title="Your new secret"
                within={{ href: `/api/keys/${id}`, title: rotated.name }}
                narrow
            >
                <SecretOnce
                    made={rotated}
                    onStored={() => {
                        setRotated(null);
                    }}
                />
            </PageFrame>
        );
    }
    const key = query.data;
    return (
        <PageFrame
            key="key"
            title={key?.name ?? 'Key'}
            within={KEYS}
            actions={
                key !== undefined && may && !isOver(key) ? <KeyActions of={key} onRotated={setRotated} /> : undefined
            }
        >
            <Loaded query={query}>{(loaded) => <KeyFacts of={loaded} />}</Loaded>
        </PageFrame>
    );
}

function KeyFacts({ of: key }: { readonly of: Key }) {
    return (
        <div className="panel padded">
            <Facts
                facts={[
                    ['State', <KeyState key="state" of={key} />],
                    ['Name', <Name key="name">{key.name}</Name>],
                    ['ID', <code key="id">{key.id}</code>],
                    ['Secret', <code key="prefix">{key.prefix}_…</code>],
                    ['Environment', <Badge key="environment">{key.environment}</Badge>],
                    ['Scopes', <Words key="scopes" words={key.scopes} otherwise="None" />],
                    ['Resources', <Words key="resources" words={key.resources} otherwise="All" />],
                    ['Addresses', <Words key="addresses" words={key.ip_allow} otherwise="Any" />],
                    ['Origins', <Words key="origins" words={key.origins} otherwise="None" />],
                    ['Requests per minute', key.requests_per_minute ?? 'No limit'],
                    ['Last used', <LastUse key="used" of={key.last_used} />],
                    ['Created', <Time key="created" at={key.created_at} />],
                    ['Expires', <Time key="expires" at={key.expires_at} />],
                    ...old(key),
                ]}
            />
        </div>
    );
}

function LastUse({ of: use }: { readonly of: Key['last_used'] }) {
    if (use === null) {
        return <span className="muted">Never</span>;
    }
    return (
        <span className="stack tight">
            <Time at={use.at} />
            {use.operation !== null && <code>{use.operation}</code>}
            <span className="muted">
                {use.ip} {use.user_agent !== null && <Name>{use.user_agent}</Name>}
            </span>
        </span>
    );
}

function old(key: Key) {
    return [
        ...(key.previous_secret_ends_at === null
            ? []
            : [
                  ['Old secret valid until', <Time key="previous" at={key.previous_secret_ends_at} />] as const,
                  ['Old secret last used', <LastUse key="previous-use" of={key.previous_secret_last_used} />] as const,
              ]),
        ...(key.revoked_at === null ? [] : [['Revoked', <Time key="revoked" at={key.revoked_at} />] as const]),
    ];
}
