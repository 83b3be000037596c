import { PageFrame } from '../ui/PageFrame';
import { ButtonLink } from '../ui/Button';

/** For an address that no page has. */
export function NotFound() {
    return (
        <PageFrame title="Page not found">
            <p>The address may be mistyped, or the page was removed.</p>
            <div>
                <ButtonLink href="/api">Go home</ButtonLink>
            </div>
        </PageFrame>
    );
}
