import { Component, type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { Button } from '../ui/Button';
import { LeaveAnyhow } from './LeaveAnyhow';

interface Props {
    readonly children: ReactNode;
}

/** Around the pages: what fails while it is being shown is said in its place, until another page is gone to. */
export function PageBoundary({ children }: Props) {
    const [location] = useLocation();
    return (
        <Boundary at={location} instead={(thrown) => <BrokenPage by={thrown} />}>
            {children}
        </Boundary>
    );
}

/** Around everything: what fails outside the pages leaves a way on, and not an empty window. */
export function ConsoleBoundary({ children }: Props) {
    return <Boundary instead={(thrown) => <BrokenConsole by={thrown} />}>{children}</Boundary>;
}

interface BoundaryProps extends Props {
    /** Where another try is made once it is another place. */
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

/** It leans on nothing that may have failed. */
function Reason({ by }: BrokenProps) {
    return (
        <div className="notice bad stack tight" role="alert">
            <p>
                The server answered something that this page does not understand, or it was updated since you opened the
                page. Nothing that you did before is undone by it.
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
