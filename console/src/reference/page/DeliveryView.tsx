import { useState } from 'react';
import type { Operation } from '../contract/operation';
import { describe } from '../contract/schema';
import { SNIPPETS } from '../contract/snippets';
import { indented } from '../command/jsonText';
import { Code } from './Code';
import { Inline, Prose } from './Prose';
import { Responses } from './Responses';
import { SchemaView } from './SchemaView';
import { Section } from './Section';
import { Tabs } from './Tabs';
import { useReference } from './state';
import { useHash } from './useHash';

/** The request that webhooks receive for one event type, and code that verifies its signature. */
export function DeliveryView({ operation }: { readonly operation: Operation }) {
    const [chosen, setChosen] = useState(0);
    const snippet = SNIPPETS[chosen];
    const medium = operation.body?.media[0];
    useHash();
    return (
        <article>
            <header className="ref-head">
                <h1 tabIndex={-1}>{operation.path}</h1>
                <p className="ref-address">
                    <span className="ref-method">{operation.method}</span> to the URL of the webhook
                </p>
                <Prose text={operation.summary} />
                <Prose text={operation.description} />
            </header>
            <Section id="parameters" title="Parameters">
                <Headers operation={operation} />
            </Section>
            <Section id="request-body" title="Request body">
                {medium?.schema === undefined || medium.schema === null ? (
                    <p>None</p>
                ) : (
                    <SchemaView schema={medium.schema} label="the delivery" />
                )}
                {medium?.examples.map(({ name, value }) => (
                    <Code key={name} name={`Example of ${operation.path}`} text={indented(JSON.stringify(value))} />
                ))}
            </Section>
            <Section id="signature" title="Verify the signature">
                <Tabs label="Language" names={SNIPPETS.map(({ name }) => name)} chosen={chosen} choose={setChosen}>
                    {snippet !== undefined && <Code name={`Verify in ${snippet.name}`} text={snippet.text} />}
                </Tabs>
            </Section>
            <Section id="responses" title="Responses">
                <Responses responses={operation.responses} />
            </Section>
        </article>
    );
}

/** The headers of a delivery. */
function Headers({ operation }: { readonly operation: Operation }) {
    const { contract } = useReference();
    return (
        <ul className="ref-fields" aria-label="Parameters">
            {operation.parameters.map((parameter) => (
                <li key={parameter.name}>
                    <p className="ref-facts">
                        <code className="ref-name">{parameter.name}</code>
                        <span className="ref-type">{parameter.in}</span>
                        {parameter.required ? <span className="ref-badge">Required</span> : <span>Optional</span>}
                        <span className="ref-type">{describe(contract.document, parameter.schema).type}</span>
                    </p>
                    <p>
                        <Inline text={parameter.description} />
                    </p>
                </li>
            ))}
        </ul>
    );
}
