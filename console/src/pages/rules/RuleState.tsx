import type { Rule } from '../../api/types';
import { Badge } from '../../ui/Text';
import type { RuleState as State } from './calls';

const WORDS: Record<State, string> = { draft: 'Draft', active: 'Active', paused: 'Paused' };
const TONES: Partial<Record<State, 'good' | 'warn'>> = { active: 'good', paused: 'warn' };

/** Every state, and all of them, for a filter. */
export const STATES: readonly { readonly value: State | ''; readonly label: string }[] = [
    { value: '', label: 'All' },
    ...(['draft', 'active', 'paused'] as const).map((value) => ({ value, label: WORDS[value] })),
];

/** Whether events start runs of a rule; if not, the reason. */
export function RuleState({ of: rule }: { readonly of: Rule }) {
    return (
        <Badge tone={TONES[rule.state]}>
            {WORDS[rule.state]}
            {rule.state_reason === 'loop' && ': runs led to further runs'}
            {rule.state_reason === 'key_revoked' && ': the key of its publisher was revoked'}
        </Badge>
    );
}
