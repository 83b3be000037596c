import { useMutation } from '@tanstack/react-query';
import type { Message } from '../../api/types';
import { Button } from '../../ui/Button';
import { Loaded } from '../../ui/Loaded';
import { ProblemNotice } from '../../ui/ProblemNotice';
import { contentOf, mediaOf, usePicture } from './media';

/** The file of a message: a picture, or a button that saves it. */
export function MessageFile({ of: message }: { readonly of: Message }) {
    const id = mediaOf(message);
    if (id === undefined) {
        return undefined;
    }
    return message.type === 'image' || message.type === 'sticker' ? (
        <Picture id={id} caption={message.image?.caption} />
    ) : (
        <Save id={id} name={message.document?.filename ?? id} />
    );
}

function Picture({ id, caption }: { readonly id: string; readonly caption: string | undefined }) {
    return (
        <Loaded query={usePicture(id)}>
            {(picture) =>
                picture === null ? (
                    <p className="muted">The file is being fetched.</p>
                ) : (
                    <img className="picture" src={picture} alt={caption ?? 'The picture of the message'} />
                )
            }
        </Loaded>
    );
}

function Save({ id, name }: { readonly id: string; readonly name: string }) {
    const save = useMutation({
        mutationFn: async () => {
            const address = URL.createObjectURL(await contentOf(id));
            const link = document.createElement('a');
            link.href = address;
            link.download = name;
            link.click();
            URL.revokeObjectURL(address);
        },
    });
    return (
        <>
            <ProblemNotice problem={save.error} />
            <Button
                small
                busy={save.isPending}
                onClick={() => {
                    save.mutate();
                }}
            >
                Save the file
            </Button>
        </>
    );
}
