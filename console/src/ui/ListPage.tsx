import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Page } from '../api/queries';
import { ButtonLink } from './Button';
import { Empty, Pages } from './Loaded';
import { PageFrame } from './PageFrame';
import { type Column, Table } from './Table';

interface Props<T> {
    readonly title: string;
    /** The page that creates a resource, and whether the user may open it. */
    readonly create: { readonly href: string; readonly title: string; readonly may: boolean };
    readonly query: UseInfiniteQueryResult<InfiniteData<Page<T>>>;
    readonly columns: readonly Column<T>[];
    /** Shown while there is no resource, with an explanation. */
    readonly none: { readonly title: string; readonly about: string };
    readonly filters?: ReactNode;
    /** Shown instead if the filters match nothing. */
    readonly noneFits?: ReactNode;
}

/** All resources of one kind in a workspace, and the way to create another one. */
export function ListPage<T extends { readonly id: string }>(props: Props<T>) {
    const { title, create, query, columns, none, filters, noneFits } = props;
    const another = create.may ? (
        <ButtonLink href={create.href} look="primary">
            {create.title}
        </ButtonLink>
    ) : undefined;
    const empty = (
        <Empty title={none.title}>
            <p className="muted">{none.about}</p>
            {another}
        </Empty>
    );
    return (
        <PageFrame title={title} actions={another}>
            {filters}
            <Pages query={query} empty={noneFits || empty}>
                {(rows) => <Table label={title} columns={columns} rows={rows} id={(row) => row.id} />}
            </Pages>
        </PageFrame>
    );
}
