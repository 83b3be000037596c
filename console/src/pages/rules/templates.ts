import { type Draft, asText } from './draft';

/** The placeholder of an instance's id. */
export const INSTANCE = 'inst_…';

interface Template {
    readonly value: string;
    readonly label: string;
    readonly hint: string;
    readonly name: string;
    readonly types: string;
    readonly filter: string;
    readonly actions: readonly Action[];
}

interface Action {
    readonly key: string;
    readonly type: string;
    readonly with: { readonly jsonata: string };
}

/** The templates of a new rule. */
export const TEMPLATES: readonly Template[] = [
    {
        value: 'order',
        label: 'Order paid → WhatsApp message',
        hint: 'Creates a short link for the order and sends it to the buyer.',
        name: 'Message about a paid order',
        types: 'order.paid',
        filter: 'has(event.data.phone)',
        actions: [
            shaped('link', 'links.create', "{'url': 'https://shop.example.com/orders/' & event.data.order_id}"),
            shaped(
                'message',
                'messages.send',
                `{'instance_id': '${INSTANCE}', 'to': {'phone': event.data.phone}, 'type': 'text', 'text': {'body': 'Thank you for your order. Details: ' & steps.link.short_url}}`,
            ),
        ],
    },
    {
        value: 'click',
        label: 'Click → CRM call',
        hint: 'Calls another service when a person follows a short link.',
        name: 'Report clicks to the CRM',
        types: 'link.clicked',
        filter: "event.data.verdict == 'human'",
        actions: [
            shaped(
                'call',
                'http.request',
                "{'url': 'https://crm.example.com/clicks', 'method': 'POST', 'headers': {'X-Source': 'postrider'}, 'body': {'link_id': event.data.link_id, 'url': event.data.url, 'at': event.data.at}}",
            ),
        ],
    },
    {
        value: 'reply',
        label: 'Message received → AI reply',
        hint: 'Asks a model about a text message and sends its answer. The model echo-1 repeats the text.',
        name: 'Reply to messages',
        types: 'message.received',
        filter: "event.data.type == 'text'",
        actions: [
            shaped(
                'ai',
                'ai.reply',
                "{'model': 'echo-1', 'messages': [{'role': 'system', 'content': 'Answer in one short sentence.'}, {'role': 'user', 'content': event.data.text.body}]}",
            ),
            shaped(
                'message',
                'messages.send',
                "{'instance_id': event.data.instance_id, 'to': {'phone': event.data.from.phone}, 'type': 'text', 'text': {'body': steps.ai.choices[0].message.content}}",
            ),
        ],
    },
    {
        value: 'form',
        label: 'Form → contact',
        hint: 'Creates a contact for each form that an endpoint of the type form.submitted receives.',
        name: 'Contact from a form',
        types: 'form.submitted',
        filter: 'has(event.data.email)',
        actions: [
            shaped(
                'contact',
                'contacts.create',
                "{'name': event.data.name, 'addresses': [{'type': 'email', 'value': event.data.email}], 'labels': ['form']}",
            ),
        ],
    },
    {
        value: 'expired',
        label: 'Link expired → notify',
        hint: 'Calls another service when a short link expires.',
        name: 'Notify about expired links',
        types: 'link.expired',
        filter: '',
        actions: [
            shaped(
                'notify',
                'http.request',
                "{'url': 'https://chat.example.com/notify', 'method': 'POST', 'body': {'text': 'The link ' & event.data.short_url & ' has expired.'}}",
            ),
        ],
    },
    { value: 'empty', label: 'Empty', hint: 'Starts with empty fields.', name: '', types: '', filter: '', actions: [] },
];

function shaped(key: string, type: string, jsonata: string): Action {
    return { key, type, with: { jsonata } };
}

/** The draft that a template begins with; with the id of an instance where there is one. */
export function begun(value: string, instance: string | undefined): Draft {
    const template = TEMPLATES.find((each) => each.value === value);
    const actions = asText(template?.actions ?? []);
    return {
        name: template?.name ?? '',
        types: template?.types ?? '',
        schedule: '',
        zone: '',
        endpoint: '',
        filter: template?.filter ?? '',
        flow: '',
        actions: instance === undefined ? actions : actions.replaceAll(INSTANCE, instance),
    };
}
