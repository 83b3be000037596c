import { memo } from 'react';
import { Link } from 'wouter';
import { DELIVERIES } from '../contract/contract';
import type { Surface } from '../contract/operation';
import { useReference } from './state';

/** The place of an operation in the reference. */
export interface Place {
    readonly surface: string;
    readonly id: string;
}

/** All operations, by surface; the surface that one is at is open. */
export function Navigation({ place }: { readonly place: Place }) {
    const { contract } = useReference();
    return (
        <nav aria-label="API reference" className="ref-nav">
            <ul>
                <li>
                    <Entry path="/api/reference" current={place.surface === ''} name="Overview" />
                </li>
                <li>
                    <Entry path="/api/reference/problems" current={place.surface === 'problems'} name="Problem codes" />
                </li>
                <li>
                    <Entry path="/api/reference/changes" current={place.surface === 'changes'} name="Changes" />
                </li>
            </ul>
            {[...contract.surfaces, contract.deliveries].map((surface) => {
                const isHere = place.surface === surface.slug;
                return <Part key={`${surface.slug} ${isHere}`} surface={surface} current={isHere ? place.id : null} />;
            })}
        </nav>
    );
}

interface PartProps {
    readonly surface: Surface;
    /** The operation that is shown, if it is one of this surface. */
    readonly current: string | null;
}

/**
 * Rendered again only if it becomes the current surface or ceases to be it, since there may be hundreds of operations.
 */
const Part = memo(function Part({ surface, current }: PartProps) {
    const isDelivery = surface.slug === DELIVERIES;
    return (
        <details open={current !== null}>
            <summary>{surface.name}</summary>
            <ul>
                {surface.operations.map((operation) => (
                    <li key={operation.id}>
                        <Entry
                            path={`/api/reference/${surface.slug}/${operation.id}`}
                            current={current === operation.id}
                            name={isDelivery ? operation.path : operation.summary}
                            method={isDelivery ? '' : operation.method}
                        />
                    </li>
                ))}
            </ul>
        </details>
    );
});

interface EntryProps {
    readonly path: string;
    readonly current: boolean;
    readonly name: string;
    readonly method?: string;
}

function Entry({ path, current, name, method = '' }: EntryProps) {
    return (
        <Link href={path} aria-current={current ? 'page' : undefined}>
            <span>{name}</span> {method !== '' && <small>{method}</small>}
        </Link>
    );
}
