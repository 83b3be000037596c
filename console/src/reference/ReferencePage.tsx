import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { readContract } from './contract/contract';
import type { Json, JsonObject } from './contract/document';
import type { Contract } from './contract/operation';
import { ChangePage } from './page/ChangePage';
import { DeliveryView } from './page/DeliveryView';
import { Navigation, type Place } from './page/Navigation';
import { OperationView } from './page/OperationView';
import { Overview } from './page/Overview';
import { ProblemPage } from './page/ProblemPage';
import { Search } from './page/Search';
import { inSession } from './page/asking';
import { type CallerState, NO_CALLER, ReferenceContext } from './page/state';
import './reference.css';

/** The API reference, rendered in the browser from the contract of this service. */
export default function ReferencePage() {
    const contract = useQuery({
        queryKey: ['contract'],
        queryFn: async () => {
            const response = await fetch('/api/v1/openapi.json', { credentials: 'omit' });
            if (!response.ok) {
                throw new Error(`The contract could not be loaded (status ${response.status}).`);
            }
            return readContract((await response.json()) as JsonObject);
        },
        staleTime: Infinity,
        structuralSharing: false,
    });
    if (contract.isPending) {
        return <p role="status">Loading the contract…</p>;
    }
    if (contract.isError) {
        return (
            <div role="alert">
                <h1>API reference</h1>
                <p>The contract cannot be read. {contract.error.message}</p>
                <button type="button" className="ref-button" onClick={() => void contract.refetch()}>
                    Try again
                </button>
            </div>
        );
    }
    return <Loaded contract={contract.data} />;
}

function Loaded({ contract }: { readonly contract: Contract }) {
    const client = useQueryClient();
    // The console knows the session; without one, the reference does not ask for it.
    const [caller, setCaller] = useState<CallerState>(() => ({
        ...NO_CALLER,
        ...inSession(client.getQueryData<Json>(['session'])),
    }));
    const [announced, announce] = useState('');
    const place = placeOf(useLocation()[0]);
    const reference = useMemo(
        () => ({
            contract,
            caller,
            setCaller: (change: Partial<CallerState>) => {
                setCaller((before) => ({ ...before, ...change }));
            },
            announce: (sentence: string) => {
                // The same sentence twice is read out twice.
                announce((before) => (before === sentence ? `${sentence}\u00a0` : sentence));
            },
        }),
        [contract, caller],
    );
    const content = useFocus(place);
    return (
        <ReferenceContext value={reference}>
            <div className="ref-frame">
                <div className="ref-page">
                    <div className="ref-side">
                        <Search />
                        <Menu place={place} />
                    </div>
                    <div className="ref-content" ref={content}>
                        <Page place={place} contract={contract} />
                    </div>
                    <p role="status" className="ref-hidden">
                        {announced}
                    </p>
                </div>
            </div>
        </ReferenceContext>
    );
}

/** On a narrow page the navigation is behind a button. */
function Menu({ place }: { readonly place: Place }) {
    const [open, setOpen] = useState(false);
    return (
        <>
            <button
                type="button"
                className="ref-button ref-menu"
                aria-expanded={open}
                onClick={() => {
                    setOpen(!open);
                }}
            >
                All operations
            </button>
            <div
                className={open ? 'ref-drawer ref-open' : 'ref-drawer'}
                onClick={(event) => {
                    if (event.target instanceof Element && event.target.closest('a') !== null) {
                        setOpen(false);
                    }
                }}
            >
                <Navigation place={place} />
            </div>
        </>
    );
}

function Page({ place, contract }: { readonly place: Place; readonly contract: Contract }) {
    if (place.surface === '') {
        return <Overview />;
    }
    if (place.surface === 'problems') {
        return <ProblemPage />;
    }
    if (place.surface === 'changes') {
        return <ChangePage />;
    }
    const surface = [...contract.surfaces, contract.deliveries].find(({ slug }) => slug === place.surface);
    const operation = surface?.operations.find(({ id }) => id === place.id);
    if (operation === undefined) {
        return <h1 tabIndex={-1}>Operation not found</h1>;
    }
    return surface === contract.deliveries ? (
        <DeliveryView key={operation.id} operation={operation} />
    ) : (
        <OperationView key={operation.id} operation={operation} />
    );
}

/** `/api/reference/<surface>/<operation>`. */
function placeOf(path: string): Place {
    const [surface = '', id = ''] = path.replace(/^\/api\/reference\/?/, '').split('/');
    return { surface, id };
}

/** Moves the focus to the heading of the new content, as a new page would, and sets the title of the window. */
function useFocus({ surface, id }: Place) {
    const content = useRef<HTMLDivElement>(null);
    const shown = useRef('');
    useEffect(() => {
        const heading = content.current?.querySelector('h1');
        document.title = `${heading?.textContent ?? 'API reference'} · Postrider`;
        const now = `${surface}/${id}`;
        if (shown.current !== '' && shown.current !== now && location.hash === '') {
            scrollTo(0, 0);
            heading?.focus();
        }
        shown.current = now;
    }, [surface, id]);
    return content;
}
