import type { Template } from '../../api/types';
import type { Reason } from '../messages/reasons';

const EDIT = 'Correct the template, and create it again.';

/** Meta's reasons for the rejection of a template. */
const FOUND: Readonly<Partial<Record<string, string>>> = {
    ABUSIVE_CONTENT: 'The text threatens or abuses people.',
    INCORRECT_CATEGORY: 'The category does not fit the text.',
    INVALID_FORMAT: 'The placeholders are not written as Meta expects them, or the text has a formatting error.',
    PROMOTIONAL: 'The text promotes something, which its category does not allow.',
    SCAM: 'The text looks like a scam.',
    TAG_CONTENT_MISMATCH: 'The language or the category does not fit the text.',
};

/** The reason why a template cannot be sent; undefined if it can be sent. */
export function reasonOfTemplate({ status, reason }: Template): Reason | undefined {
    const found = reason === null ? '' : ` ${FOUND[reason] ?? `Meta says: ${reason}`}`;
    switch (status) {
        case 'submitted':
            return {
                what: 'The template waits until its instance is connected, and is submitted to Meta then.',
                next: 'Connect the instance if it is not.',
            };
        case 'pending':
            return { what: 'Meta reviews the template.', next: 'This takes up to 24 hours, and mostly a few minutes.' };
        case 'rejected':
            return {
                what: `Meta rejected the template.${found}`,
                next: `${EDIT} Or ask for a review in WhatsApp Manager.`,
            };
        case 'failed':
            return { what: `The template could not be submitted.${found}`, next: EDIT };
        case 'paused':
            return {
                what: 'Meta paused the template because people blocked or reported it. WhatsApp rejects messages with it.',
                next: 'Send it only to people who expect it. Meta resumes it after three hours, the second time after six, and disables it the third time.',
            };
        case 'disabled':
            return { what: `Meta disabled the template.${found}`, next: 'Create a new template with another text.' };
        default:
            return undefined;
    }
}
