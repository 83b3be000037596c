import { PageFrame } from '../../ui/PageFrame';
import { DeliveryTable } from './DeliveryTable';

/** The deliveries of all webhooks of the workspace. */
export default function DeliveriesPage() {
    return (
        <PageFrame title="Deliveries">
            <DeliveryTable />
        </PageFrame>
    );
}
