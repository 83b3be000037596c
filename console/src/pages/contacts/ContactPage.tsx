import { useParams } from 'wouter';
import { useMay } from '../../shell/session';
import { Ago } from '../../ui/Ago';
import { Loaded } from '../../ui/Loaded';
import { PageFrame } from '../../ui/PageFrame';
import { Facts, Words } from '../../ui/Text';
import { ContactActions } from './ContactActions';
import { ContactLabels } from './ContactLabels';
import { ContactReason, ContactState, nameOf } from './ContactState';
import { Conversation } from './Conversation';
import { useContact } from './calls';

/** One contact: its addresses, its labels, and the messages that were exchanged with it. */
export default function ContactPage() {
    const { id } = useParams<{ id: string }>();
    const query = useContact(id);
    const may = useMay('contacts:write');
    const reads = useMay('messages:read');
    return (
        <PageFrame
            title={query.data === undefined ? 'Contact' : nameOf(query.data)}
            within={{ href: '/api/contacts', title: 'Contacts' }}
            actions={query.data !== undefined && may ? <ContactActions of={query.data} /> : undefined}
        >
            <Loaded query={query}>
                {(contact) => (
                    <>
                        <ContactReason of={contact} />
                        <div className="panel padded">
                            <Facts
                                facts={[
                                    ['State', <ContactState key="state" of={contact} />],
                                    ['ID', <code key="id">{contact.id}</code>],
                                    [
                                        'Addresses',
                                        <Words
                                            key="addresses"
                                            words={contact.addresses.map(({ type, value }) => `${type}: ${value}`)}
                                            otherwise="None"
                                        />,
                                    ],
                                    ['Labels', <Words key="labels" words={contact.labels} otherwise="None" />],
                                    [
                                        'Fields',
                                        <Words
                                            key="fields"
                                            words={Object.entries(contact.fields).map(
                                                ([name, value]) => `${name}: ${value}`,
                                            )}
                                            otherwise="None"
                                        />,
                                    ],
                                    ['Created', <Ago key="created" at={contact.created_at} />],
                                ]}
                            />
                        </div>
                        {reads && <Conversation with={contact} />}
                        {may && <ContactLabels key={contact.version} of={contact} />}
                    </>
                )}
            </Loaded>
        </PageFrame>
    );
}
