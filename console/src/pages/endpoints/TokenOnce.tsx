import type { EndpointWithToken } from '../../api/types';
import { Code } from '../../ui/Code';
import { StoredGate } from '../../ui/StoredGate';
import { curl } from './draft';

interface Props {
    readonly made: EndpointWithToken;
    readonly onStored: () => void;
}

/** The address of an endpoint with its token, which is shown this once. */
export function TokenOnce({ made, onStored }: Props) {
    return (
        <StoredGate what="the address" onStored={onStored}>
            <p className="notice warn">Store this address now. Its token is shown only once.</p>
            <Code text={made.url} label="Address of the endpoint" wrapped />
            <Code text={curl(made, made.url)} label="As cURL" wrapped />
        </StoredGate>
    );
}
