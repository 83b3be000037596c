import { PageFrame } from '../ui/PageFrame';
import { ButtonLink } from '../ui/Button';

/** For an address that no page has. */
export function NotFound() {
    return (
        <PageFrame title="There is no such page">
            <p>The address may be mistyped, or what it led to is gone.</p>
            <div>
                <ButtonLink href="/api">Go home</ButtonLink>
            </div>
        </PageFrame>
    );
}
