import type { Webhook } from '../../api/types';

export type Health = NonNullable<Webhook['health']>;

/** By the error of an attempt. */
const ERRORS = new Map([
    ['address_refused', 'The address of the receiver is not public'],
    ['backlog_full', 'Too many deliveries wait'],
    ['certificate_expired', 'The certificate of the receiver has expired'],
    ['certificate_invalid', 'The certificate of the receiver is not trusted'],
    ['certificate_wrong_host', 'The certificate of the receiver is for another host'],
    ['connect_failed', 'The receiver cannot be reached'],
    ['connect_refused', 'The receiver refuses connections'],
    ['connect_timeout', 'The receiver does not accept connections in time'],
    ['connection_closed', 'The receiver closes the connection without a response'],
    ['connection_reset', 'The receiver resets the connection'],
    ['delivery_expired', 'Deliveries waited for 30 days'],
    ['dns_failed', 'The host of the receiver is unknown'],
    ['gone', 'The receiver wants no more events'],
    ['scope_missing', 'The webhook may not read the events'],
    ['secret_unavailable', 'The signing secret cannot be read'],
    ['status_not_2xx', 'The receiver responds with an error'],
    ['throttled', 'The receiver asks for fewer requests'],
    ['timeout', 'The receiver does not answer in time'],
    ['tls_failed', 'The TLS handshake fails'],
]);

/** The error of an attempt in words. */
export function errorInWords(error: string): string {
    return ERRORS.get(error) ?? error.replaceAll('_', ' ');
}

const PERCENT = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });

/** A success rate; 100 % only without a failure. */
export function rateInWords(rate: number | null): string {
    return rate === null ? 'No attempts' : PERCENT.format(rate < 1 ? Math.min(rate, 0.999) : rate);
}

/** Whether the deliveries of a webhook fail, or it was disabled for that. */
export function isUnwell({ health, disabled_reason: reason }: Webhook): boolean {
    return health?.state === 'failing' || reason === 'no_success' || reason === 'receiver_gone';
}
