import { Link } from 'wouter';
import type { Key } from '../../api/types';
import { useMay } from '../../shell/session';
import { ListPage } from '../../ui/ListPage';
import type { Column } from '../../ui/Table';
import { Badge, Name, Time } from '../../ui/Text';
import { KeyState } from './KeyState';
import { useKeys } from './calls';

const columns: readonly Column<Key>[] = [
    {
        name: 'Name',
        shows: (key) => (
            <>
                <Link href={`/api/keys/${key.id}`}>
                    <Name clip>{key.name}</Name>
                </Link>
                <div>
                    <code className="muted">{key.prefix}_…</code>
                </div>
            </>
        ),
    },
    { name: 'Environment', shows: (key) => <Badge>{key.environment}</Badge> },
    { name: 'Scopes', shows: (key) => <ScopeCount scopes={key.scopes} /> },
    { name: 'Last used', shows: (key) => <Time at={key.last_used_at} /> },
    { name: 'Expires', shows: (key) => <Time at={key.expires_at} /> },
    { name: 'State', shows: (key) => <KeyState of={key} /> },
];

/** The API keys of the workspace. */
export default function KeysPage() {
    return (
        <ListPage
            title="API keys"
            create={{ href: '/api/keys/new', title: 'Create key', may: useMay('keys:write') }}
            query={useKeys()}
            columns={columns}
            none={{
                title: 'No keys yet',
                about: 'Programs authenticate with an API key. Its scopes define which operations they may call.',
            }}
        />
    );
}

function ScopeCount({ scopes }: { readonly scopes: readonly string[] }) {
    if (scopes.length <= 2) {
        return <code>{scopes.join(', ')}</code>;
    }
    return <span title={scopes.join(', ')}>{scopes.length} scopes</span>;
}
