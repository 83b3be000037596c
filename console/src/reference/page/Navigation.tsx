import { Link } from 'wouter';
import type { Surface } from '../contract/operation';
import { useReference } from './state';

/** Where the operation of a page is. */
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
                    <Entry
                        path="/api/reference/problems"
                        current={place.surface === 'problems'}
                        name="Codes of problems"
                    />
                </li>
            </ul>
            {[...contract.surfaces, contract.deliveries].map((surface) => (
                <Part key={`${surface.slug} ${place.surface === surface.slug}`} surface={surface} place={place} />
            ))}
        </nav>
    );
}

function Part({ surface, place }: { readonly surface: Surface; readonly place: Place }) {
    const { contract } = useReference();
    const isDelivery = surface === contract.deliveries;
    return (
        <details open={place.surface === surface.slug}>
            <summary>{surface.name}</summary>
            <ul>
                {surface.operations.map((operation) => (
                    <li key={operation.id}>
                        <Entry
                            path={`/api/reference/${surface.slug}/${operation.id}`}
                            current={place.surface === surface.slug && place.id === operation.id}
                            name={isDelivery ? operation.path : operation.summary}
                            method={isDelivery ? '' : operation.method}
                        />
                    </li>
                ))}
            </ul>
        </details>
    );
}

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
