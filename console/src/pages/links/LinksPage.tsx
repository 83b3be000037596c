import { useDeferredValue, useState } from 'react';
import { Link as To } from 'wouter';
import type { Link } from '../../api/types';
import { useMay } from '../../shell/session';
import { Button } from '../../ui/Button';
import { TextField } from '../../ui/Field';
import { ListPage } from '../../ui/ListPage';
import { Empty } from '../../ui/Loaded';
import type { Column } from '../../ui/Table';
import { Name, Time } from '../../ui/Text';
import { LinkState } from './LinkState';
import { type LinkFilter, useLinks } from './calls';

const ALL: LinkFilter = { q: '', tag: '', external_id: '' };

/** The short links of the workspace. */
export default function LinksPage() {
    const [typed, setTyped] = useState(ALL);
    const filter = useDeferredValue(typed);
    return (
        <ListPage
            title="Short links"
            create={{ href: '/api/links/new', title: 'Create link', may: useMay('links:write') }}
            query={useLinks(filter)}
            columns={columnsWith((tag) => {
                setTyped({ ...typed, tag });
            })}
            none={{ title: 'No links yet', about: 'A short link redirects visitors to its target and counts clicks.' }}
            filters={<Filters typed={typed} onTyped={setTyped} />}
            noneFits={
                Object.values(filter).some((value) => value !== '') && (
                    <Empty title="No links match">
                        <Button
                            onClick={() => {
                                setTyped(ALL);
                            }}
                        >
                            Show all
                        </Button>
                    </Empty>
                )
            }
        />
    );
}

function Filters({ typed, onTyped }: { readonly typed: LinkFilter; readonly onTyped: (typed: LinkFilter) => void }) {
    return (
        <search className="filters three">
            <TextField
                label="Search"
                type="search"
                placeholder="Part of the slug, target or title"
                value={typed.q}
                onValue={(q) => {
                    onTyped({ ...typed, q });
                }}
            />
            <TextField
                label="Tag"
                type="search"
                value={typed.tag}
                onValue={(tag) => {
                    onTyped({ ...typed, tag });
                }}
            />
            <TextField
                label="External ID"
                type="search"
                value={typed.external_id}
                onValue={(external_id) => {
                    onTyped({ ...typed, external_id });
                }}
            />
        </search>
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
            shows: (link) =>
                link.tags.length > 0 && (
                    <span className="row tags">
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
