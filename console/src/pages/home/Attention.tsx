import { Link } from 'wouter';
import { Name } from '../../ui/Text';
import { InstanceStateInShort } from '../instances/InstanceState';
import { useInstances } from '../instances/calls';
import { needsAttention } from '../instances/reasons';

/** The instances that do not send as they should, with the reason; nothing where all do. */
export function Attention() {
    const instances = (useInstances().data?.pages ?? []).flatMap(({ data }) => data).filter(needsAttention);
    return (
        instances.length > 0 && (
            <section className="stack tight" aria-labelledby="attention">
                <h2 id="attention">Needs attention</h2>
                <ul className="panel padded stack" role="list">
                    {instances.map((instance) => (
                        <li key={instance.id}>
                            <Link href={`/api/instances/${instance.id}`}>
                                <Name clip>{instance.name}</Name>
                            </Link>{' '}
                            <InstanceStateInShort of={instance} />
                        </li>
                    ))}
                </ul>
            </section>
        )
    );
}
