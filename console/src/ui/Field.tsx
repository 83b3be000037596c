import {
    type InputHTMLAttributes,
    type ReactNode,
    type SelectHTMLAttributes,
    type TextareaHTMLAttributes,
    useEffect,
    useId,
    useRef,
} from 'react';
import { type Fault, faultsAt, placeWithin } from '../api/problem';
import { useFormProblem } from './Form';

interface Labelled {
    readonly label: string;
    readonly hint?: ReactNode;
    /** JSON pointer of the value in the body: its faults are shown here. */
    readonly pointer?: string;
}

interface Parted {
    /** The value has parts: the faults of a part are shown with its place. */
    readonly parts?: boolean;
}

interface Wiring {
    readonly id: string;
    readonly 'aria-describedby': string | undefined;
    readonly 'aria-invalid': true | undefined;
}

interface FieldProps extends Labelled, Parted {
    readonly children: (wiring: Wiring) => ReactNode;
}

/** A label, its field, a hint, and the faults. */
function Field({ label, hint, pointer, parts = false, children }: FieldProps) {
    const id = useId();
    const problem = useFormProblem();
    const faults = pointer === undefined ? [] : faultsAt(problem, pointer);
    const described = [hint !== undefined && `${id}-hint`, faults.length > 0 && `${id}-fault`]
        .filter(Boolean)
        .join(' ');
    return (
        <div className="field">
            <label htmlFor={id}>{label}</label>
            {hint !== undefined && (
                <span className="hint" id={`${id}-hint`}>
                    {hint}
                </span>
            )}
            {children({
                id,
                'aria-describedby': described === '' ? undefined : described,
                'aria-invalid': faults.length > 0 ? true : undefined,
            })}
            {faults.length > 0 &&
                (parts ? (
                    <FaultList id={`${id}-fault`} faults={faults} of={pointer ?? ''} />
                ) : (
                    <span className="fault" id={`${id}-fault`}>
                        {faults.map((fault) => sentence(fault.detail)).join(' ')}
                    </span>
                ))}
        </div>
    );
}

interface FaultListProps {
    readonly id: string;
    readonly faults: readonly Fault[];
    readonly of: string;
}

function FaultList({ id, faults, of: pointer }: FaultListProps) {
    return (
        <ul className="fault" id={id} role="list">
            {faults.map((fault, index) => (
                <li key={index}>
                    {placeWithin(fault, pointer) !== undefined && <code>{placeWithin(fault, pointer)} </code>}
                    {sentence(fault.detail)}
                </li>
            ))}
        </ul>
    );
}

export function sentence(detail: string): string {
    const begun = detail.charAt(0).toUpperCase() + detail.slice(1);
    return /[.!?]$/.test(begun) ? begun : `${begun}.`;
}

interface Valued {
    readonly value: string;
    readonly onValue: (value: string) => void;
}

type TextProps = Labelled &
    Valued &
    Omit<InputHTMLAttributes<HTMLInputElement>, 'className' | 'onChange'> & { mono?: boolean };

/** One line of text. */
export function TextField({ label, hint, pointer, value, onValue, mono = false, ...rest }: TextProps) {
    return (
        <Field {...{ label, hint, ...(pointer === undefined ? {} : { pointer }) }}>
            {(wiring) => (
                <input
                    dir={rest.type === undefined ? 'auto' : undefined}
                    {...rest}
                    {...wiring}
                    className={mono ? 'input mono' : 'input'}
                    value={value}
                    onChange={(event) => {
                        onValue(event.target.value);
                    }}
                />
            )}
        </Field>
    );
}

interface FileProps extends Labelled {
    /** Undefined for none, also after it was sent. */
    readonly file: File | undefined;
    readonly onFile: (file: File | undefined) => void;
}

/** A file of the reader's machine. */
export function FileField({ label, hint, pointer, file, onFile }: FileProps) {
    const input = useRef<HTMLInputElement>(null);
    useEffect(() => {
        // A script can only clear a file input.
        if (file === undefined && input.current !== null) {
            input.current.value = '';
        }
    }, [file]);
    return (
        <Field {...{ label, hint, ...(pointer === undefined ? {} : { pointer }) }}>
            {(wiring) => (
                <input
                    {...wiring}
                    ref={input}
                    type="file"
                    className="input"
                    onChange={(event) => {
                        onFile(event.target.files?.[0]);
                    }}
                />
            )}
        </Field>
    );
}

type AreaProps = Labelled &
    Parted &
    Valued &
    Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'className' | 'onChange'> & { mono?: boolean };

/** Several lines of text. */
export function TextArea({ label, hint, pointer, parts = false, value, onValue, mono = false, ...rest }: AreaProps) {
    return (
        <Field {...{ label, hint, parts, ...(pointer === undefined ? {} : { pointer }) }}>
            {(wiring) => (
                <textarea
                    dir={mono ? 'ltr' : 'auto'}
                    spellCheck={!mono}
                    {...rest}
                    {...wiring}
                    className={mono ? 'input mono' : 'input'}
                    value={value}
                    onChange={(event) => {
                        onValue(event.target.value);
                    }}
                />
            )}
        </Field>
    );
}

type SelectProps = Labelled &
    Valued &
    Omit<SelectHTMLAttributes<HTMLSelectElement>, 'className' | 'onChange'> & {
        readonly options: readonly { readonly value: string; readonly label: string }[];
    };

/** One of some values. */
export function Select({ label, hint, pointer, value, onValue, options, ...rest }: SelectProps) {
    return (
        <Field {...{ label, hint, ...(pointer === undefined ? {} : { pointer }) }}>
            {(wiring) => (
                <select
                    {...rest}
                    {...wiring}
                    className="input"
                    value={value}
                    onChange={(event) => {
                        onValue(event.target.value);
                    }}
                >
                    {options.map((option) => (
                        <option key={option.value} value={option.value}>
                            {option.label}
                        </option>
                    ))}
                </select>
            )}
        </Field>
    );
}
