import { TextArea } from '../../ui/Field';
import type { Texts } from './expressions';

interface Props {
    readonly texts: Texts;
    readonly onTexts: (texts: Texts) => void;
}

/** Which of the events are delivered, and as what. */
export function Expressions({ texts, onTexts }: Props) {
    return (
        <>
            <TextArea
                label="Filter"
                hint="A CEL condition on event, such as event.data.total > 100. An event without a field that the condition reads does not match. Without a filter, every event of these types is delivered."
                pointer="/filter"
                mono
                rows={3}
                value={texts.filter}
                onValue={(filter) => {
                    onTexts({ ...texts, filter });
                }}
            />
            <TextArea
                label="Transform"
                hint={
                    'A JSONata expression over event that returns the body, such as {"text": event.data.short_url}. If it does not return an object, the delivery is held.'
                }
                pointer="/transform"
                mono
                rows={3}
                value={texts.transform}
                onValue={(transform) => {
                    onTexts({ ...texts, transform });
                }}
            />
        </>
    );
}
