import type { ButtonHTMLAttributes } from 'react';
import { Link } from 'wouter';

type Look = 'primary' | 'danger' | 'quiet';

function classes(look: Look | undefined, small: boolean | undefined): string {
    return ['button', look, small === true ? 'small' : undefined].filter(Boolean).join(' ');
}

interface Props extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> {
    readonly look?: Look;
    readonly small?: boolean;
    /** What it started is under way: it keeps the focus, and does nothing. */
    readonly busy?: boolean;
}

/** Does something. */
export function Button({ look, small, busy = false, onClick, type = 'button', ...rest }: Props) {
    return (
        <button
            {...rest}
            type={type}
            className={classes(look, small)}
            aria-disabled={busy || undefined}
            onClick={(event) => {
                if (busy) {
                    event.preventDefault();
                } else {
                    onClick?.(event);
                }
            }}
        />
    );
}

interface LinkProps {
    readonly href: string;
    readonly look?: Look;
    readonly small?: boolean;
    readonly children: React.ReactNode;
}

/** Leads to another page, and looks like what does something. */
export function ButtonLink({ href, look, small, children }: LinkProps) {
    return (
        <Link href={href} className={classes(look, small)}>
            {children}
        </Link>
    );
}
