import { type ReactNode, useId } from 'react';

interface Props {
    readonly title: string;
    /** The result of the last action, shown in its place. */
    readonly done?: string | false;
    readonly children: ReactNode;
}

/** A setting that is changed independently. */
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
