import { useDeferredValue, useState } from 'react';
import { Link as To } from 'wouter';
import type { Link } from '../../api/types';
import { useMay } from '../../shell/session';
import { Button, ButtonLink } from '../../ui/Button';
import { TextField } from '../../ui/Field';
import { Empty, Pages } from '../../ui/Loaded';
import { PageFrame } from '../../ui/PageFrame';
import { type Column, Table } from '../../ui/Table';
import { Name, Time } from '../../ui/Text';
import { LinkState } from './LinkState';
import { type LinkFilter, useLinks } from './calls';

const ALL: LinkFilter = { q: '', tag: '' };

/** The short links of the workspace. */
export default function LinksPage() {
    const [typed, setTyped] = useState(ALL);
    const filter = useDeferredValue(typed);
    const links = useLinks(filter);
    const may = useMay('links:write');
    const create = (
        <ButtonLink href="/api/links/new" look="primary">
            Create link
        </ButtonLink>
    );
    const filtered = filter.q !== '' || filter.tag !== '';
    return (
        <PageFrame title="Short links" actions={may ? create : undefined}>
            <search className="filters">
                <TextField
                    label="Search"
                    type="search"
                    placeholder="Slug, target or title"
                    value={typed.q}
                    onValue={(q) => {
                        setTyped({ ...typed, q });
                    }}
                />
                <TextField
                    label="Tag"
                    type="search"
                    value={typed.tag}
                    onValue={(tag) => {
                        setTyped({ ...typed, tag });
                    }}
                />
            </search>
            <Pages
                query={links}
                empty={
                    filtered ? (
                        <Empty title="No link fits">
                            <Button
                                onClick={() => {
                                    setTyped(ALL);
                                }}
                            >
                                Show all
                            </Button>
                        </Empty>
                    ) : (
                        <Empty title="No links yet">
                            <p className="muted">A short link leads visitors on, and counts them.</p>
                            {may && create}
                        </Empty>
                    )
                }
            >
                {(rows) => (
                    <Table
                        label="Short links"
                        columns={columnsWith((tag) => {
                            setTyped({ ...typed, tag });
                        })}
                        rows={rows}
                        id={(link) => link.id}
                    />
                )}
            </Pages>
        </PageFrame>
    );
}

function columnsWith(onTag: (tag: string) => void): readonly Column<Link>[] {
    return [
        {
            name: 'Link',
            shows: (link) => (
                <>
                    <To href={`/api/links/${link.id}`}>
                        <Name clip>{link.title ?? `/${link.slug}`}</Name>
                    </To>
                    <div>
                        <code className="muted any-text">{link.short_url}</code>
                    </div>
                </>
            ),
        },
        { name: 'Target', shows: (link) => <Name clip>{link.url}</Name> },
        {
            name: 'Tags',
            shows: (link) => (
                <span className="row">
                    {link.tags.map((tag) => (
                        <Button
                            key={tag}
                            look="quiet"
                            small
                            title="Show links with this tag"
                            onClick={() => {
                                onTag(tag);
                            }}
                        >
                            <Name>{tag}</Name>
                        </Button>
                    ))}
                </span>
            ),
        },
        { name: 'Clicks', number: true, shows: (link) => link.click_count.toLocaleString() },
        { name: 'Created', shows: (link) => <Time at={link.created_at} /> },
        { name: 'State', shows: (link) => <LinkState of={link} /> },
    ];
}
