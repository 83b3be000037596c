import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'wouter';

interface Props {
    readonly title: string;
    /** The list of this resource. */
    readonly within?: { readonly href: string; readonly title: string };
    readonly actions?: ReactNode;
    readonly narrow?: boolean;
    readonly children: ReactNode;
}

/** The first address, which the browser announces; later pages within the console are announced by this component. */
const firstAddress = window.location.pathname;
let wentOn = false;

/** A page: its title, its actions and its content. */
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
