import { useRef } from 'react';
import { useReference } from './state';

interface CodeProps {
    /** The name of the text, such as "cURL command for bash". */
    readonly name: string;
    readonly text: string;
    readonly copies?: boolean;
}

/** Text that can be scrolled by keyboard, selected and copied. */
export function Code({ name, text, copies = true }: CodeProps) {
    const { announce } = useReference();
    const box = useRef<HTMLPreElement>(null);

    async function copy() {
        const copied = (await toClipboard(text)) || selected(box.current);
        announce(copied ? `Copied: ${name}` : `Not copied. Select the text by hand: ${name}`);
    }

    return (
        <div className="ref-code">
            {copies && (
                <button type="button" className="ref-button ref-copy" onClick={() => void copy()}>
                    Copy<span className="ref-hidden"> {name}</span>
                </button>
            )}
            <pre ref={box} role="region" aria-label={name} tabIndex={0} dir="ltr">
                <code>{text}</code>
            </pre>
        </div>
    );
}

/** Browsers have a clipboard for pages of secure origins alone. */
async function toClipboard(text: string): Promise<boolean> {
    try {
        await navigator.clipboard.writeText(text);
        return true;
    } catch {
        return false;
    }
}

function selected(box: HTMLElement | null): boolean {
    if (box === null) {
        return false;
    }
    const range = document.createRange();
    range.selectNodeContents(box);
    const selection = getSelection();
    selection?.removeAllRanges();
    selection?.addRange(range);
    // The one way that is left where there is no clipboard.
    // eslint-disable-next-line @typescript-eslint/no-deprecated
    return document.execCommand('copy');
}
