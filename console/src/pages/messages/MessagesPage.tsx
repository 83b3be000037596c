import { PageFrame } from '../../ui/PageFrame';
import { MessageTable } from './MessageTable';

/** The messages of all instances of the workspace. */
export default function MessagesPage() {
    return (
        <PageFrame title="Messages">
            <MessageTable />
        </PageFrame>
    );
}
