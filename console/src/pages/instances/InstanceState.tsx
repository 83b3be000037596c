import type { Instance } from '../../api/types';
import { Badge } from '../../ui/Text';
import { Why } from '../messages/Why';
import { reasonOfState } from './reasons';

const TONES = {
    created: undefined,
    connecting: undefined,
    challenge: 'warn',
    connected: 'good',
    degraded: 'warn',
    reconnecting: 'warn',
    paused: 'warn',
    restricted: 'bad',
    logged_out: 'warn',
    failed: 'bad',
} as const;

const WORDS = {
    created: 'Not connected',
    connecting: 'Connecting',
    challenge: 'Waits for pairing',
    connected: 'Connected',
    degraded: 'Degraded',
    reconnecting: 'Reconnecting',
    paused: 'Paused',
    restricted: 'Restricted',
    logged_out: 'Logged out',
    failed: 'Failed',
} as const;

/** The state of an instance in a word. */
export function InstanceState({ of: instance }: { readonly of: Instance }) {
    return <Badge tone={TONES[instance.state]}>{WORDS[instance.state]}</Badge>;
}

/** The provider of an instance, by its name. */
export function providerOf({ provider }: Instance): string {
    return provider === 'sandbox' ? 'Sandbox' : 'Cloud API';
}

/** The state of an instance with its reason, beside other instances. */
export function InstanceStateInShort({ of: instance }: { readonly of: Instance }) {
    const reason = reasonOfState(instance);
    return (
        <>
            <InstanceState of={instance} />
            {reason !== undefined && <p className="small muted">{reason.what}</p>}
        </>
    );
}

/** The reason of the state of an instance, and what can be done about it. */
export function InstanceReason({ of: instance }: { readonly of: Instance }) {
    const reason = reasonOfState(instance);
    const stops = instance.state === 'failed' || instance.state === 'restricted';
    return reason !== undefined && <Why reason={reason} tone={stops ? 'bad' : 'warn'} code={instance.state_reason} />;
}
