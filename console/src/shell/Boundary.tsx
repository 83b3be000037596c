import { Component, type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { Button } from '../ui/Button';
import { LeaveAnyhow } from './LeaveAnyhow';

interface Props {
    readonly children: ReactNode;
}

/** Error boundary around the pages: shows an error in their place until another page is opened. */
export function PageBoundary({ children }: Props) {
    const [location] = useLocation();
    return (
        <Boundary at={location} instead={(thrown) => <BrokenPage by={thrown} />}>
            {children}
        </Boundary>
    );
}

/** Error boundary around everything: an error outside the pages does not leave an empty window. */
export function ConsoleBoundary({ children }: Props) {
    return <Boundary instead={(thrown) => <BrokenConsole by={thrown} />}>{children}</Boundary>;
}

interface BoundaryProps extends Props {
    /** A change of this value renders again. */
    readonly at?: string;
    readonly instead: (thrown: unknown) => ReactNode;
}

interface State {
    /** Anything can be thrown. */
    readonly failure: { readonly thrown: unknown } | null;
}

class Boundary extends Component<BoundaryProps, State> {
    override state: State = { failure: null };

    static getDerivedStateFromError(thrown: unknown): State {
        return { failure: { thrown } };
    }

    override componentDidUpdate(before: BoundaryProps) {
        if (before.at !== this.props.at && this.state.failure !== null) {
            this.setState({ failure: null });
        }
    }

    override render() {
        const { failure } = this.state;
        return failure === null ? this.props.children : this.props.instead(failure.thrown);
    }
}

interface BrokenProps {
    readonly by: unknown;
}

function BrokenPage({ by }: BrokenProps) {
    return (
        <div className="page narrow">
            <div className="page-head">
                <BrokenTitle>This page cannot be shown</BrokenTitle>
            </div>
            <Reason by={by} />
            <div>
                <Reload />
            </div>
        </div>
    );
}

function BrokenConsole({ by }: BrokenProps) {
    return (
        <main className="alone">
            <div>
                <BrokenTitle>The console cannot be shown</BrokenTitle>
                <Reason by={by} />
                <LeaveAnyhow beside={<Reload />} />
            </div>
        </main>
    );
}

function BrokenTitle({ children }: { readonly children: string }) {
    const heading = useRef<HTMLHeadingElement>(null);
    useEffect(() => {
        document.title = `${children} · Postrider`;
        heading.current?.focus();
    }, [children]);
    return (
        <h1 ref={heading} tabIndex={-1}>
            {children}
        </h1>
    );
}

/** Uses nothing that may have failed. */
function Reason({ by }: BrokenProps) {
    return (
        <div className="notice bad stack tight" role="alert">
            <p>
                The page does not understand the response of the server, which may have been updated since you opened
                the page. Your earlier changes are not affected.
            </p>
            <p className="small">
                <code>{by instanceof Error ? by.message : String(by)}</code>
            </p>
        </div>
    );
}

function Reload() {
    return (
        <Button
            look="primary"
            onClick={() => {
                window.location.reload();
            }}
        >
            Reload the page
        </Button>
    );
}
