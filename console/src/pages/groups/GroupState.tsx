import type { Group } from '../../api/types';
import { Badge } from '../../ui/Text';

const TONES: Partial<Record<Group['state'], 'good' | 'bad'>> = { active: 'good', failed: 'bad' };

/** The state of a group in words. */
export function GroupState({ of: group }: { readonly of: Group }) {
    const { state } = group;
    return <Badge tone={TONES[state]}>{state.charAt(0).toUpperCase() + state.slice(1)}</Badge>;
}
