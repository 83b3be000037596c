import { useState } from 'react';
import { useParams } from 'wouter';
import type { Link } from '../../api/types';
import { useMay } from '../../shell/session';
import { Button } from '../../ui/Button';
import { Copy } from '../../ui/Copy';
import { Loaded } from '../../ui/Loaded';
import { PageFrame } from '../../ui/PageFrame';
import { Facts, Name, Time } from '../../ui/Text';
import { Clicks } from './Clicks';
import { DeleteLink, EditLink } from './LinkActions';
import { LinkState } from './LinkState';
import { useLink } from './calls';

/** One short link: its properties, its clicks, and its actions. */
export default function LinkPage() {
    const { id } = useParams<{ id: string }>();
    const query = useLink(id);
    const may = useMay('links:write');
    const counts = useMay('clicks:read');
    const [open, setOpen] = useState<'edit' | 'delete' | null>(null);
    const close = () => {
        setOpen(null);
    };
    const actions = (
        <>
            <Button
                onClick={() => {
                    setOpen('edit');
                }}
            >
                Edit
            </Button>
            <Button
                look="danger"
                onClick={() => {
                    setOpen('delete');
                }}
            >
                Delete
            </Button>
        </>
    );
    return (
        <PageFrame
            title={query.data === undefined ? 'Short link' : (query.data.title ?? `/${query.data.slug}`)}
            within={{ href: '/api/links', title: 'Short links' }}
            actions={query.data !== undefined && may ? actions : undefined}
        >
            <Loaded query={query}>
                {(link) => (
                    <>
                        <LinkFacts of={link} />
                        {counts && <Clicks id={link.id} />}
                        {open === 'edit' && <EditLink of={link} onClose={close} />}
                        {open === 'delete' && <DeleteLink of={link} onClose={close} />}
                    </>
                )}
            </Loaded>
        </PageFrame>
    );
}

function LinkFacts({ of: link }: { readonly of: Link }) {
    return (
        <div className="panel padded">
            <Facts
                facts={[
                    [
                        'Short address',
                        <span key="short" className="row">
                            <a href={link.short_url} target="_blank" rel="noreferrer" className="any-text">
                                {link.short_url}
                            </a>
                            <Copy text={link.short_url} what="short address" />
                        </span>,
                    ],
                    ['Target', <Name key="url">{link.url}</Name>],
                    ['State', <LinkState key="state" of={link} />],
                    ['ID', <code key="id">{link.id}</code>],
                    ...tags(link),
                    ['Status code', link.status_code],
                    ['Query string', link.forward_query ? 'Appended to the target' : 'Not appended'],
                    ['Starts', <Time key="starts" at={link.starts_at} otherwise="Immediately" />],
                    ['Expires', <Time key="expires" at={link.expires_at} />],
                    [
                        'Target after expiry',
                        link.expired_url === null ? 'None' : <Name key="expired">{link.expired_url}</Name>,
                    ],
                    ['Maximum clicks', link.max_clicks?.toLocaleString() ?? 'No limit'],
                    [
                        'External ID',
                        link.external_id === null ? 'None' : <Name key="external">{link.external_id}</Name>,
                    ],
                    ['Created', <Time key="created" at={link.created_at} />],
                    ['Changed', <Time key="updated" at={link.updated_at} />],
                ]}
            />
        </div>
    );
}

function tags(link: Link) {
    const shown = link.tags.map((tag) => (
        <span key={tag} className="badge any-text">
            <Name>{tag}</Name>
        </span>
    ));
    return link.tags.length === 0
        ? []
        : [
              [
                  'Tags',
                  <span key="tags" className="row">
                      {shown}
                  </span>,
              ] as const,
          ];
}
