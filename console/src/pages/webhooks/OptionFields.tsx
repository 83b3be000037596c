import { Select, TextArea, TextField } from '../../ui/Field';
import type { OptionTexts } from './options';

const FORMATS = [
    { value: 'standard', label: 'Standard Webhooks' },
    { value: 'cloudevents_structured', label: 'CloudEvents, structured' },
    { value: 'cloudevents_binary', label: 'CloudEvents, binary' },
    { value: 'thin', label: 'Without data' },
];

const ORDERINGS = [
    { value: 'none', label: 'Any order' },
    { value: 'key', label: 'One after the other for each resource' },
    { value: 'endpoint', label: 'One after the other' },
];

const SIGNATURES = [
    { value: 'v1', label: 'Secret (v1)' },
    { value: 'v1a', label: 'Secret and public key (v1a)' },
];

interface Props {
    readonly texts: OptionTexts;
    readonly onTexts: (texts: OptionTexts) => void;
}

/** The settings that a webhook can do without. */
export function OptionFields({ texts, onTexts }: Props) {
    return (
        <>
            <TextField
                label="Tags"
                hint="Separated by commas."
                pointer="/tags"
                value={texts.tags}
                onValue={(tags) => {
                    onTexts({ ...texts, tags });
                }}
            />
            <Select
                label="Format"
                pointer="/format"
                options={FORMATS}
                value={texts.format}
                onValue={(format) => {
                    onTexts({ ...texts, format: format as OptionTexts['format'] });
                }}
            />
            <TextArea
                label="Headers"
                hint="Headers of every request, one a line, such as Authorization: Bearer token. Their values are not shown again; *** keeps a stored value."
                pointer="/headers"
                parts
                mono
                rows={2}
                value={texts.headers}
                onValue={(headers) => {
                    onTexts({ ...texts, headers });
                }}
            />
            <TextField
                label="Rate limit"
                hint="Attempts per second at most, 1 to 1,000. Empty for any number."
                pointer="/rate_limit"
                inputMode="numeric"
                value={texts.rateLimit}
                onValue={(rateLimit) => {
                    onTexts({ ...texts, rateLimit });
                }}
            />
            <Select
                label="Order"
                hint="One after the other: a delivery that fails holds up those behind it until a retry succeeds or the last one fails."
                pointer="/ordering"
                options={ORDERINGS}
                value={texts.ordering}
                onValue={(ordering) => {
                    onTexts({ ...texts, ordering: ordering as OptionTexts['ordering'] });
                }}
            />
            <Select
                label="Signature"
                pointer="/signature"
                options={SIGNATURES}
                value={texts.signature}
                onValue={(signature) => {
                    onTexts({ ...texts, signature: signature as OptionTexts['signature'] });
                }}
            />
        </>
    );
}
