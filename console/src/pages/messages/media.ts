import type { UseQueryResult } from '@tanstack/react-query';
import { answer, api, send } from '../../api/client';
import { ApiProblem } from '../../api/problem';
import { useOfWorkspace } from '../../api/queries';
import type { Media, Message } from '../../api/types';

/** The types of messages with a file. */
export const FILES = ['image', 'video', 'audio', 'document', 'sticker'] as const;

/** The file is being fetched, or the page has read of the message before it. */
const NOT_YET: readonly number[] = [404, 409];

/** Uploads a file. */
export function uploadMedia(file: File, idempotencyKey: string): Promise<Media> {
    const form = new FormData();
    form.append('file', file);
    return answer(
        api.POST('/api/v1/media', {
            // The contract describes the parts of the form; the browser makes it.
            body: form as never,
            bodySerializer: (body) => body as never,
            params: { header: { 'Idempotency-Key': idempotencyKey } },
        }),
    );
}

/** The id of the file of a message, as far as it is here. */
export function mediaOf(message: Message): string | undefined {
    for (const type of FILES) {
        const file = message[type];
        const id = file?.media_id ?? file?.id;
        if (id?.startsWith('med_') === true) {
            return id;
        }
    }
    return undefined;
}

/** The content of a file. */
export async function contentOf(id: string): Promise<Blob> {
    const response = await send(new Request(`${location.origin}/api/v1/media/${id}/content`));
    if (!response.ok) {
        throw new ApiProblem(response, await response.json().catch(() => undefined));
    }
    return response.blob();
}

/** A picture as a data URL, which the policy of the page allows; null while it is still to be fetched. */
export function usePicture(id: string): UseQueryResult<string | null> {
    return useOfWorkspace(
        ['media', id],
        async () => {
            try {
                return await asDataUrl(await contentOf(id));
            } catch (failure) {
                if (failure instanceof ApiProblem && NOT_YET.includes(failure.status)) {
                    return null;
                }
                throw failure;
            }
        },
        (picture) => picture === null,
    );
}

function asDataUrl(blob: Blob): Promise<string> {
    return new Promise((resolve, reject) => {
        const reader = new FileReader();
        reader.onload = () => {
            resolve(reader.result as string);
        };
        reader.onerror = () => {
            reject(reader.error ?? new Error('not read'));
        };
        reader.readAsDataURL(blob);
    });
}
