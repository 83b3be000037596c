import { Fragment, type ReactNode } from 'react';

/** Text with `code` and **strong** words, as descriptions have them; everything else is shown as it is. */
export function Inline({ text }: { readonly text: string }): ReactNode {
    return text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((part, index) => {
        if (part.startsWith('`') && part.length > 1) {
            return <code key={index}>{part.slice(1, -1)}</code>;
        }
        return part.startsWith('**') && part.length > 4 ? (
            <strong key={index}>{part.slice(2, -2)}</strong>
        ) : (
            <Fragment key={index}>{part}</Fragment>
        );
    });
}

/** Paragraphs of such text. */
export function Prose({ text }: { readonly text: string }) {
    const paragraphs = text.split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== '');
    return paragraphs.map((paragraph, index) => (
        <p key={index} className="ref-prose">
            <Inline text={paragraph.trim()} />
        </p>
    ));
}
