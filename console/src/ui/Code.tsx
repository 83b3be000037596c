import { Copy } from './Copy';

interface Props {
    readonly text: string;
    /** What it is, as the name of the region. */
    readonly label: string;
    readonly wrapped?: boolean;
}

/** Text for machines: can be reached by keyboard, scrolled and copied. */
export function Code({ text, label, wrapped = false }: Props) {
    return (
        <div className={wrapped ? 'code wrapped' : 'code'}>
            <div className="code-head">
                <span>{label}</span>
                <Copy text={text} what={label} />
            </div>
            <pre tabIndex={0} role="region" aria-label={label}>
                <code>{text}</code>
            </pre>
        </div>
    );
}

/** A value as JSON. */
export function Json({ value, label }: { readonly value: unknown; readonly label: string }) {
    return <Code text={JSON.stringify(value, null, 2)} label={label} wrapped />;
}
