import { ApiProblem } from '../../api/problem';
import type { MessageExplanation } from '../../api/types';

/** The meaning of an error, and its remedy. */
export interface Reason {
    readonly what: string;
    readonly next: string;
}

const MANAGER = 'Open WhatsApp Manager at Meta, which shows the reason';
const AGAIN = 'Send the message again later.';
const CHANGE = 'Correct the message, and send it as a new one.';
const SLOWER = 'Send fewer messages at a time, and send this one again later.';

/** By code; those of the provider are numbers. */
const REASONS: readonly (readonly [codes: readonly string[], what: string, next: string])[] = [
    [
        ['0', '190', 'http_401'],
        'Meta refused the access token: it has expired or was revoked.',
        'Create a new access token in the Meta app, and save it on the page of the instance. Messages that wait are sent then.',
    ],
    [
        ['3', '10', '131005', '200'],
        'The access token lacks a permission.',
        'Give the system user the permission whatsapp_business_messaging in the Meta app, create a new access token, and save it on the page of the instance.',
    ],
    [['4', '80007'], 'The WhatsApp business account has made more calls than Meta allows in this time.', SLOWER],
    [['130429'], 'The number sends faster than WhatsApp allows.', SLOWER],
    [['131056'], 'Too many messages were sent to this person in a short time.', SLOWER],
    [
        ['131048'],
        'WhatsApp limits the number, because people blocked it or reported its messages.',
        `${MANAGER}, and send only to people who asked for messages.`,
    ],
    [
        ['1', '2', '131000', '131016', '133004'],
        'WhatsApp had an internal error.',
        'Send the message again later. If it fails for hours, look at the status page of Meta.',
    ],
    [['131057'], 'Meta is working on the account, so it sends nothing for some minutes.', AGAIN],
    [
        ['131026'],
        'The message cannot be delivered to this number. It may not be on WhatsApp, or the person has blocked messages or uses an old version.',
        'Check the number. If it is right, ask the person in another way to update WhatsApp and to write first.',
    ],
    [
        ['131047'],
        'More than 24 hours have passed since the person last wrote, so WhatsApp delivers nothing but templates.',
        'Send an approved template, or wait until the person writes.',
    ],
    [
        ['131049', '130472'],
        'WhatsApp did not deliver this marketing message, because the person receives as many of them as WhatsApp allows.',
        'Wait at least 24 hours before you send it again; an earlier one is rejected too.',
    ],
    [
        ['131050'],
        'The person wants no marketing messages from this number.',
        'Send none until the person opts in again; other messages are delivered.',
    ],
    [
        ['recipient_opted_out'],
        'The contact opted out before the message was sent.',
        'Opt the contact in once the person asks for messages again.',
    ],
    [['recipient_blocked'], 'The contact is blocked.', 'Unblock the contact, and send the message again.'],
    [
        ['131051'],
        'WhatsApp does not support this type of message.',
        'Send another type, such as a text, an image or a template.',
    ],
    [['131021'], 'The recipient is the number that sends.', 'Send to another number.'],
    [
        ['131030'],
        'The number is a test number, and this recipient is not on its list.',
        'Add the recipient to the list in the Meta app, or use a number of your own.',
    ],
    [
        ['368'],
        'Meta has blocked the account for some time, because it violated a policy of WhatsApp.',
        `${MANAGER} and the end of the block, and ask for a review there. Send the message again afterwards.`,
    ],
    [['131031'], 'Meta has locked the account.', `${MANAGER}, and ask for a review there.`],
    [
        ['130497'],
        'The account may not send messages to people in this country.',
        'Read the policy of WhatsApp for messages of your business in this country.',
    ],
    [
        ['131042'],
        'Meta could not charge for messages of the account.',
        'Check the payment method in the billing settings at Meta, and send the message again.',
    ],
    [
        ['33', '131045', '133000', '133005', '133006', '133008', '133009', '133010', '133015'],
        'The number is not registered for the Cloud API.',
        'Check the phone number ID, and register the number in WhatsApp Manager at Meta.',
    ],
    [['132000'], 'The number of values differs from the number of placeholders in the template.', CHANGE],
    [
        ['132001'],
        'There is no approved template of this name in this language.',
        'Check the name and the language on the page of the template, and wait until it is approved.',
    ],
    [['132005', '132012', '132018'], 'A value does not match its placeholder in the template.', CHANGE],
    [
        ['132007'],
        'The text of the template violates a policy of WhatsApp.',
        'Change the template, and submit it again.',
    ],
    [
        ['132015'],
        'Meta paused the template because people blocked or reported it.',
        'Improve the template, or send another one until Meta resumes it.',
    ],
    [['132016'], 'Meta disabled the template because it was paused too often.', 'Create a new template.'],
    [
        ['131052', '131053', 'media_host_refused'],
        'The file could not be transferred.',
        'Check that its address is public and that its type and size are allowed, and send it again.',
    ],
    [['100', '131008', '131009', '135000'], 'WhatsApp does not accept a value of the message.', CHANGE],
    [['unreachable'], 'WhatsApp cannot be reached from this server.', 'Check the network of the server.'],
    [['provider_busy'], 'WhatsApp is busy.', 'Wait; Postrider retries every few seconds.'],
    [
        ['credentials_missing'],
        'The instance has no access token or no phone number ID.',
        'Save them on the page of the instance, and connect it.',
    ],
    [
        ['content_unavailable'],
        'The message cannot be decrypted, because the key of the workspace was destroyed.',
        'Send it as a new one.',
    ],
];

const BY_CODE = new Map(REASONS.flatMap(([codes, what, next]) => codes.map((code) => [code, { what, next }] as const)));

/** The meaning of an error code, including unknown ones. */
export function reasonOf(code: string): Reason {
    return (
        BY_CODE.get(code) ?? {
            what: 'WhatsApp rejected it for a reason that Postrider does not know.',
            next: 'Look up the code in the list of error codes of the Cloud API.',
        }
    );
}

/** The remedy for a rejected message, by the code of the fault. */
const REFUSED = new Map([
    ['recipient_opted_out', 'Opt the contact in on its page, once the person asks for messages again.'],
    ['recipient_blocked', 'Unblock the contact on its page.'],
    ['window_closed', 'Choose a template as the type, or wait until the person writes.'],
]);

/** The remedy for a rejected message; undefined if its fields show it. */
export function nextAfter(problem: unknown): string | undefined {
    const faults = problem instanceof ApiProblem ? problem.faults : [];
    return faults.map(({ code }) => REFUSED.get(code)).find((next) => next !== undefined);
}

/** Whether a message waits until its instance sends again, whatever the state of the instance now. */
export function waitsForInstance({ reason, instance_state: state }: MessageExplanation): boolean {
    return reason === 'instance_not_connected' || (state !== null && reason === `instance_${state}`);
}
