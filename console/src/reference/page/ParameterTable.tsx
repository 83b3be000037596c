import { type Filled, isCsrf, keyOf } from '../command/request';
import type { Operation, Parameter } from '../contract/operation';
import { describe } from '../contract/schema';
import { Inline } from './Prose';
import { Facts } from './SchemaView';
import { useReference } from './state';

interface TableProps {
    readonly operation: Operation;
    readonly filled: Filled;
    readonly change: (part: Partial<Filled>) => void;
}

const COLUMNS = ['Name', 'In', 'Required', 'Value', 'Description'];

/** What an operation takes beside a body, to be filled in. */
export function ParameterTable({ operation, filled, change }: TableProps) {
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
        <div className="ref-scroll" role="region" aria-label="Parameters as a table" tabIndex={0}>
            <table>
                <thead>
                    <tr>
                        {COLUMNS.map((column) => (
                            <th key={column} scope="col">
                                {column}
                            </th>
                        ))}
                    </tr>
                </thead>
                <tbody>
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
                </tbody>
            </table>
        </div>
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
        <tr>
            <th scope="row">
                <code>{parameter.name}</code>
            </th>
            <td>{parameter.in}</td>
            <td>{parameter.required ? <span className="ref-badge">Required</span> : 'Optional'}</td>
            <td>
                {isCsrf(parameter.name) ? 'Of the session' : <Value parameter={parameter} value={value} set={set} />}
            </td>
            <td className="ref-wide">
                <Inline text={parameter.description} />
                <p className="ref-facts">
                    <Facts found={{ ...found, example: parameter.hasExample ? parameter.example : null }} />
                </p>
            </td>
        </tr>
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
                placeholder={value === null ? 'left out' : ''}
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
