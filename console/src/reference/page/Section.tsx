import type { ReactNode } from 'react';

/** A part of a page under a heading that can be linked to. */
export function Section({
    id,
    title,
    children,
}: {
    readonly id: string;
    readonly title: string;
    readonly children: ReactNode;
}) {
    return (
        <section aria-labelledby={id} className={`ref-section ref-at-${id}`}>
            <h2 id={id}>
                <a href={`#${id}`}>{title}</a>
            </h2>
            {children}
        </section>
    );
}
