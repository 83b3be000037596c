import { type Filled, isCsrf, keyOf } from '../command/request';
import type { Operation, Parameter } from '../contract/operation';
import { describe } from '../contract/schema';
import { Inline } from './Prose';
import { Facts } from './SchemaView';
import { useReference } from './state';

interface ListProps {
    readonly operation: Operation;
    readonly filled: Filled;
    readonly change: (part: Partial<Filled>) => void;
}

/** The parameters of an operation, to be filled in. */
export function ParameterList({ operation, filled, change }: ListProps) {
    if (operation.parameters.length === 0) {
        return <p>None</p>;
    }

    function set(parameter: Parameter, value: string | null) {
        const parameters = new Map(Object.entries(filled.parameters));
        if (value === null) {
            parameters.delete(keyOf(parameter));
        } else {
            parameters.set(keyOf(parameter), value);
        }
        change({ parameters: Object.fromEntries(parameters) });
    }

    return (
        <ul className="ref-fields" aria-label="Parameters">
            {operation.parameters.map((parameter) => (
                <Row
                    key={keyOf(parameter)}
                    parameter={parameter}
                    value={filled.parameters[keyOf(parameter)] ?? null}
                    set={(value) => {
                        set(parameter, value);
                    }}
                />
            ))}
        </ul>
    );
}

interface RowProps {
    readonly parameter: Parameter;
    /** Null where it is left out. */
    readonly value: string | null;
    readonly set: (value: string | null) => void;
}

function Row({ parameter, value, set }: RowProps) {
    const { contract } = useReference();
    const found = describe(contract.document, parameter.schema);
    return (
        <li>
            <p className="ref-facts">
                <code className="ref-name">{parameter.name}</code>
                <span className="ref-type">{parameter.in}</span>
                {parameter.required ? <span className="ref-badge">Required</span> : <span>Optional</span>}
                <Facts found={{ ...found, example: parameter.hasExample ? parameter.example : null }} />
            </p>
            <p>
                <Inline text={parameter.description} />
            </p>
            {isCsrf(parameter.name) ? (
                <p className="ref-note">The page sends the token of your session.</p>
            ) : (
                <Value parameter={parameter} value={value} set={set} />
            )}
        </li>
    );
}

function Value({ parameter, value, set }: RowProps) {
    const name = parameter.name;
    return (
        <span className="ref-value">
            {!parameter.required && (
                <input
                    type="checkbox"
                    aria-label={`Send ${name}`}
                    checked={value !== null}
                    onChange={(event) => {
                        set(event.target.checked ? proposed(parameter) : null);
                    }}
                />
            )}
            <input
                type="text"
                aria-label={`Value of ${name}`}
                value={value ?? ''}
                placeholder={value === null ? 'not sent' : ''}
                dir="auto"
                autoComplete="off"
                spellCheck={false}
                onChange={(event) => {
                    set(event.target.value);
                }}
            />
        </span>
    );
}

/** A new request needs a new key; anything else begins with its example. */
function proposed(parameter: Parameter): string {
    const isNew = parameter.name === 'Idempotency-Key' && typeof crypto.randomUUID === 'function';
    return isNew ? crypto.randomUUID() : parameter.hasExample ? parameter.example : '';
}
