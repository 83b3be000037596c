import { Component, type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { Button } from '../ui/Button';

interface Props {
    readonly children: ReactNode;
}

/** Around the pages: what fails while it is being shown is said in its place, until another page is gone to. */
export function PageBoundary({ children }: Props) {
    const [location] = useLocation();
    return <Boundary at={location}>{children}</Boundary>;
}

interface BoundaryProps extends Props {
    readonly at: string;
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
        return failure === null ? this.props.children : <Broken by={failure.thrown} />;
    }
}

/** What cannot be shown, and why; it leans on nothing that may have failed. */
function Broken({ by }: { readonly by: unknown }) {
    const heading = useRef<HTMLHeadingElement>(null);
    useEffect(() => {
        document.title = 'This page cannot be shown · Postrider';
        heading.current?.focus();
    }, []);
    return (
        <div className="page narrow">
            <div className="page-head">
                <h1 ref={heading} tabIndex={-1}>
                    This page cannot be shown
                </h1>
            </div>
            <div className="notice bad stack tight" role="alert">
                <p>
                    The server answered something that this page does not understand, or it was updated since you opened
                    the page. Nothing that you did before is undone by it.
                </p>
                <p className="small">
                    <code>{by instanceof Error ? by.message : String(by)}</code>
                </p>
            </div>
            <div>
                <Button
                    look="primary"
                    onClick={() => {
                        window.location.reload();
                    }}
                >
                    Reload the page
                </Button>
            </div>
        </div>
    );
}
