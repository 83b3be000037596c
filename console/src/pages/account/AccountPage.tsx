import { useSession } from '../../shell/session';
import { PageFrame } from '../../ui/PageFrame';
import { Facts, Name, Time } from '../../ui/Text';
import { Section } from './Section';
import { Sessions } from './Sessions';

/** What a person says of himself, and how he signs in. */
export default function AccountPage() {
    const { user } = useSession();
    return (
        <PageFrame title="Account" narrow>
            <Section title="You">
                <Facts
                    facts={[
                        ['Name', <Name key="name">{user.name}</Name>],
                        ['E-mail', <Name key="email">{user.email}</Name>],
                        ['Id', <code key="id">{user.id}</code>],
                        ['Since', <Time key="since" at={user.created_at} />],
                    ]}
                />
            </Section>
            <Sessions />
        </PageFrame>
    );
}
