import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'wouter';

interface Props {
    readonly title: string;
    /** The list that this is one of. */
    readonly within?: { readonly href: string; readonly title: string };
    readonly actions?: ReactNode;
    readonly narrow?: boolean;
    readonly children: ReactNode;
}

/** Where the browser came to, which it tells by itself; whoever goes on from there within the console is told by the page. */
const firstAddress = window.location.pathname;
let wentOn = false;

/** A page: what it is called, what can be done on it, and the rest. */
export function PageFrame({ title, within, actions, narrow = false, children }: Props) {
    const heading = useRef<HTMLHeadingElement>(null);
    useEffect(() => {
        document.title = `${title} · Postrider`;
    }, [title]);
    useEffect(() => {
        wentOn ||= window.location.pathname !== firstAddress;
        if (wentOn) {
            heading.current?.focus();
        }
    }, []);
    return (
        <div className={narrow ? 'page narrow' : 'page'}>
            <div className="page-head">
                <div>
                    {within !== undefined && (
                        <Link href={within.href} className="crumb">
                            {within.title}
                        </Link>
                    )}
                    <h1 ref={heading} tabIndex={-1} dir="auto">
                        {title}
                    </h1>
                </div>
                {actions !== undefined && <div className="row">{actions}</div>}
            </div>
            {children}
        </div>
    );
}
