import type { Instance } from '../../api/types';
import { Badge } from '../../ui/Text';

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

/** The state of an instance, with its reason. */
export function InstanceState({ of: instance }: { readonly of: Instance }) {
    const reason = instance.state === 'failed' && instance.state_reason !== null ? `: ${instance.state_reason}` : '';
    return (
        <Badge tone={TONES[instance.state]}>
            {WORDS[instance.state]}
            {reason}
        </Badge>
    );
}
