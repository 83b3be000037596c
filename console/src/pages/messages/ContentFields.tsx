import { FileField, TextArea, TextField } from '../../ui/Field';
import { type Draft, type Kind, hasCaption, isFile } from './content';

interface Props {
    readonly kind: Kind;
    readonly draft: Draft;
    readonly file: File | undefined;
    readonly onValue: (name: string, value: string) => void;
    readonly onFile: (file: File | undefined) => void;
}

interface Line {
    readonly name: string;
    readonly label: string;
    readonly pointer: string;
    readonly hint?: string;
}

const LINES: Partial<Record<Kind, readonly Line[]>> = {
    location: [
        { name: 'latitude', label: 'Latitude', pointer: '/location/latitude' },
        { name: 'longitude', label: 'Longitude', pointer: '/location/longitude' },
        { name: 'name', label: 'Name', pointer: '/location/name' },
    ],
    contacts: [
        { name: 'name', label: 'Name', pointer: '/contacts/0/name/formatted_name' },
        { name: 'phone', label: 'Phone', pointer: '/contacts/0/phones/0/phone' },
    ],
    interactive: [
        {
            name: 'buttons',
            label: 'Buttons',
            pointer: '/interactive/action/buttons',
            hint: 'Up to three titles, separated by commas.',
        },
    ],
    template: [
        { name: 'name', label: 'Template', pointer: '/template/name' },
        { name: 'language', label: 'Language', pointer: '/template/language/code', hint: 'For example en_US.' },
        {
            name: 'values',
            label: 'Values',
            pointer: '/template/components',
            hint: 'The values of the body, separated by commas.',
        },
    ],
    reaction: [{ name: 'emoji', label: 'Emoji', pointer: '/reaction/emoji' }],
};

/** The fields of a message of one type. */
export function ContentFields({ kind, draft, file, onValue, onFile }: Props) {
    const field = ({ name, label, pointer, hint }: Line) => (
        <TextField
            key={name}
            label={label}
            pointer={pointer}
            {...(hint === undefined ? {} : { hint })}
            value={draft[name] ?? ''}
            onValue={(value) => {
                onValue(name, value);
            }}
        />
    );
    return (
        <>
            {isFile(kind) && (
                <>
                    <FileField label="File" pointer={`/${kind}/id`} file={file} onFile={onFile} />
                    {field({
                        name: 'link',
                        label: 'Link',
                        pointer: `/${kind}/link`,
                        hint: 'Instead of a file: its address, which the provider fetches.',
                    })}
                </>
            )}
            {(kind === 'text' || kind === 'interactive') && (
                <TextArea
                    label="Text"
                    pointer={kind === 'text' ? '/text/body' : '/interactive/body/text'}
                    value={draft['body'] ?? ''}
                    onValue={(value) => {
                        onValue('body', value);
                    }}
                />
            )}
            {hasCaption(kind) && field({ name: 'body', label: 'Caption', pointer: `/${kind}/caption` })}
            {LINES[kind]?.map(field)}
        </>
    );
}
