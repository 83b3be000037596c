import { useState } from 'react';
import type { Json } from '../contract/document';
import { type Description, type Field, describe } from '../contract/schema';
import { Disclosure } from './Disclosure';
import { Inline } from './Prose';
import { Tabs } from './Tabs';
import { useReference } from './state';

/** A schema: its description and its fields, each of which shows its content on demand. */
export function SchemaView({ schema, label }: { readonly schema: Json; readonly label: string }) {
    const { contract } = useReference();
    const found = describe(contract.document, schema);
    return (
        <div className="ref-schema">
            <p className="ref-facts">
                <Facts found={found} />
            </p>
            {found.description !== '' && (
                <p>
                    <Inline text={found.description} />
                </p>
            )}
            <Within found={found} label={label} />
        </div>
    );
}

/** More fields than these are folded. */
const FIELDS_MAX = 10;

/** The fields of a value, or the forms that it can have. */
function Within({ found, label }: { readonly found: Description; readonly label: string }) {
    const first = found.fields.length > FIELDS_MAX + 3 ? FIELDS_MAX : found.fields.length;
    return (
        <>
            {found.fields.length > 0 && <Fields fields={found.fields.slice(0, first)} label={`Fields of ${label}`} />}
            {found.fields.length > first && (
                <Disclosure summary={<>{found.fields.length - first} more fields</>}>
                    {() => <Fields fields={found.fields.slice(first)} label={`More fields of ${label}`} />}
                </Disclosure>
            )}
            {found.variants.length > 0 && <Variants found={found} label={label} />}
        </>
    );
}

function Fields({ fields, label }: { readonly fields: readonly Field[]; readonly label: string }) {
    return (
        <ul className="ref-fields" aria-label={label}>
            {fields.map((field) => (
                <FieldView key={field.name} field={field} />
            ))}
        </ul>
    );
}

function FieldView({ field }: { readonly field: Field }) {
    const { contract } = useReference();
    const found = describe(contract.document, field.schema);
    const count = found.fields.length;
    return (
        <li>
            <p className="ref-facts">
                <code className="ref-name">{field.name}</code>
                {field.required && <span className="ref-badge">Required</span>}
                <Facts found={found} />
            </p>
            {found.description !== '' && (
                <p>
                    <Inline text={found.description} />
                </p>
            )}
            {(count > 0 || found.variants.length > 0) && (
                <Disclosure
                    summary={
                        <>
                            {count > 0 ? `${count} ${count === 1 ? 'field' : 'fields'}` : 'Forms'} of{' '}
                            <code>{field.name}</code>
                        </>
                    }
                >
                    {() => <Within found={found} label={field.name} />}
                </Disclosure>
            )}
        </li>
    );
}

/** The constraints of a value in one line. */
export function Facts({ found }: { readonly found: Description }) {
    return (
        <>
            <span className="ref-type">{found.type}</span>
            {found.deprecated && <span className="ref-badge">Deprecated</span>}
            {found.readOnly && <span className="ref-badge">Read-only</span>}
            {found.writeOnly && <span className="ref-badge">Write-only</span>}
            {found.constraints.map((words) => (
                <span key={words} className="ref-constraint">
                    {words}
                </span>
            ))}
            {found.values.length > 0 && (
                <span className="ref-constraint">
                    {found.values.length === 1 ? 'always ' : 'one of '}
                    {found.values.map((value, index) => (
                        <span key={value}>
                            {index > 0 && ', '}
                            <code>{value}</code>
                        </span>
                    ))}
                </span>
            )}
            {found.byDefault !== null && (
                <span className="ref-constraint">
                    default <code>{found.byDefault}</code>
                </span>
            )}
            {found.example !== null && (
                <span className="ref-constraint">
                    example <code>{found.example}</code>
                </span>
            )}
        </>
    );
}

function Variants({ found, label }: { readonly found: Description; readonly label: string }) {
    const [chosen, setChosen] = useState(0);
    const variant = found.variants[chosen];
    return (
        <Tabs
            label={`Forms of ${label}`}
            names={found.variants.map(({ name }) => name)}
            chosen={chosen}
            choose={setChosen}
        >
            {variant !== undefined && <SchemaView key={chosen} schema={variant.schema} label={variant.name} />}
        </Tabs>
    );
}
