import { STATUSES } from './RunStatus';
import type { RunFilter } from './calls';

/** The filter in an address; an unknown status is ignored. */
export function filterOf(search: URLSearchParams): RunFilter {
    const status = STATUSES.find(({ value }) => value === search.get('status'))?.value ?? '';
    return { rule_id: search.get('rule_id') ?? '', status };
}
