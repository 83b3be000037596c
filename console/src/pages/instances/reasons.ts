import type { Instance } from '../../api/types';
import { type Reason, reasonOf } from '../messages/reasons';

const REVIEW = 'Request a review in WhatsApp Manager at Meta, which shows the reason.';
const WAIT = 'Messages wait';

/** By the reason of a state. */
const REASONS = new Map<string, Reason>([
    [
        'quality_flagged',
        {
            what: 'The quality of the number is low: people blocked it or reported its messages.',
            next: 'Send only to people who asked for messages. If the quality stays low, Meta lowers the limit of the number.',
        },
    ],
    [
        'account_disable',
        { what: `Meta has disabled the WhatsApp business account. ${WAIT} until it is reinstated.`, next: REVIEW },
    ],
    [
        'account_schedule_for_disable',
        { what: 'Meta is about to disable the WhatsApp business account. Messages are still sent.', next: REVIEW },
    ],
    ['account_restriction', { what: 'Meta has restricted the account. Some messages are rejected.', next: REVIEW }],
    [
        'account_violation',
        {
            what: 'Meta says that the account violated a policy of WhatsApp. Messages are still sent.',
            next: `${REVIEW} Further violations restrict the account.`,
        },
    ],
    [
        'account_deleted',
        {
            what: `The WhatsApp business account was deleted at Meta. ${WAIT}.`,
            next: 'Move the number to another account, and add an instance for it.',
        },
    ],
    [
        'account_offboarded',
        {
            what: `The WhatsApp business account was disconnected from the app at Meta. ${WAIT}.`,
            next: 'Connect the account to the app again in Meta Business Suite.',
        },
    ],
    [
        'unreachable',
        {
            what: `WhatsApp cannot be reached from this server. ${WAIT}.`,
            next: 'Check the network of the server. Postrider retries every few seconds.',
        },
    ],
]);

const PAUSED: Reason = {
    what: `A user or an API key paused the instance. ${WAIT}.`,
    next: 'Resume the instance to send them.',
};

const LOGGED_OUT: Reason = {
    what: `A user or an API key logged the instance out, which erased its secrets. ${WAIT}.`,
    next: 'Connect the instance to send them; one of the Cloud API needs its secrets again.',
};

/** The reason of an instance's problem; undefined if there is none, or if the instance is new. */
export function reasonOfState({ state, state_reason: code }: Instance): Reason | undefined {
    if (code === null) {
        return undefined;
    }
    if (code === 'by_caller') {
        return state === 'logged_out' ? LOGGED_OUT : PAUSED;
    }
    return REASONS.get(code) ?? reasonOf(code);
}

/** Whether the home page shows the problem: problems that users caused themselves are not shown. */
export function needsAttention({ state_reason: reason }: Instance): boolean {
    return reason !== null && reason !== 'by_caller';
}
