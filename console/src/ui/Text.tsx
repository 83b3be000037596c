import type { ReactNode } from 'react';

/** User-supplied text: in its own direction, and never wider than its place. */
export function Name({ children, clip = false }: { readonly children: string; readonly clip?: boolean }) {
    return (
        <bdi
            dir="auto"
            className={clip ? 'any-text clipped' : 'any-text'}
            title={clip ? children.slice(0, 500) : undefined}
        >
            {children}
        </bdi>
    );
}

const FULL = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

/** A moment, in the reader's own time zone. */
export function Time({
    at,
    otherwise = 'Never',
}: {
    readonly at: string | null | undefined;
    readonly otherwise?: string;
}) {
    if (at === null || at === undefined) {
        return <span className="muted">{otherwise}</span>;
    }
    return (
        <time dateTime={at} title={at}>
            {FULL.format(new Date(at))}
        </time>
    );
}

type Tone = 'good' | 'bad' | 'warn';

/** The state of something, in a word. */
export function Badge({ tone, children }: { readonly tone?: Tone | undefined; readonly children: ReactNode }) {
    return <span className={tone === undefined ? 'badge' : `badge ${tone}`}>{children}</span>;
}

/** The properties of a resource. */
export function Facts({ facts }: { readonly facts: readonly (readonly [string, ReactNode])[] }) {
    return (
        <dl className="facts">
            {facts.map(([name, value]) => (
                <div key={name} className="fact">
                    <dt>{name}</dt>
                    <dd>{value}</dd>
                </div>
            ))}
        </dl>
    );
}

/** Words beside each other, each for itself. */
export function Words({ words, otherwise }: { readonly words: readonly string[]; readonly otherwise: string }) {
    if (words.length === 0) {
        return <span className="muted">{otherwise}</span>;
    }
    return (
        <span className="row">
            {words.map((word) => (
                <code key={word} className="any-text">
                    {word}
                </code>
            ))}
        </span>
    );
}
