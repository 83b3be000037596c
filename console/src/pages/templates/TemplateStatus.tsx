import type { Template } from '../../api/types';
import { Badge } from '../../ui/Text';
import { Why } from '../messages/Why';
import { reasonOfTemplate } from './reasons';

const TONES: Partial<Record<Template['status'], 'good' | 'warn' | 'bad'>> = {
    approved: 'good',
    rejected: 'bad',
    failed: 'bad',
    disabled: 'bad',
    paused: 'warn',
};

/** The status of a template in words. */
export function TemplateStatus({ of: template }: { readonly of: Template }) {
    const { status } = template;
    return <Badge tone={TONES[status]}>{status.charAt(0).toUpperCase() + status.slice(1)}</Badge>;
}

/** The reason why a template cannot be sent, and its remedy. */
export function TemplateReason({ of: template }: { readonly of: Template }) {
    const reason = reasonOfTemplate(template);
    return reason !== undefined && <Why reason={reason} tone={TONES[template.status] === 'bad' ? 'bad' : 'warn'} />;
}

/** The text of the body of a template. */
export function bodyOf(template: Template): string {
    const body = template.components.find(({ type }) => String(type).toUpperCase() === 'BODY');
    return typeof body?.['text'] === 'string' ? body['text'] : '';
}
