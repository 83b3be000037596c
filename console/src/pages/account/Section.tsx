import { type ReactNode, useId } from 'react';

interface Props {
    readonly title: string;
    /** What was done, where it was. */
    readonly done?: string | false;
    readonly children: ReactNode;
}

/** One thing that can be changed by itself. */
export function Section({ title, done = false, children }: Props) {
    const id = useId();
    return (
        <section className="panel padded stack" aria-labelledby={id}>
            <h2 id={id}>{title}</h2>
            {children}
            <p role="status" className="small muted">
                {done}
            </p>
        </section>
    );
}
