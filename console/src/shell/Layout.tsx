import { type ReactNode, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { enterWorkspace } from '../api/caller';
import logo from '../ui/postrider.svg';
import { Button, ButtonLink } from '../ui/Button';
import { mayLeave } from '../ui/useAskBeforeLeaving';
import { ApiDrawer } from './ApiDrawer';
import { Connection } from './Connection';
import { ProofDialog } from './ProofDialog';
import { SignOut } from './SignOut';
import { type Page, addressOf, navigation } from './routes';
import { useMay, useSession, useWorkspace } from './session';

/** The layout of every page with a session. */
export function Layout({ children }: { readonly children: ReactNode }) {
    const [isOpen, setOpen] = useState(false);
    const workspace = useWorkspace();
    return (
        <div className="frame">
            <a className="skip" href="#content">
                Skip to content
            </a>
            <header className="top">
                <Brand />
                <Button
                    small
                    aria-expanded={isOpen}
                    aria-controls="side"
                    onClick={() => {
                        setOpen(!isOpen);
                    }}
                >
                    Menu
                </Button>
            </header>
            <aside
                id="side"
                aria-label="Sidebar"
                className={isOpen ? 'side open' : 'side'}
                onClick={(event) => {
                    if (event.target instanceof Element && event.target.closest('a') !== null) {
                        setOpen(false);
                    }
                }}
            >
                <Brand />
                <WorkspaceChoice />
                <Navigation />
                <div className="side-foot">
                    <ApiDrawer />
                    <SignOut />
                </div>
            </aside>
            <main id="content" className="content" tabIndex={-1}>
                <Connection />
                {/* Nothing of one workspace stays on the page when another one is entered. */}
                <div key={workspace?.id}>{children}</div>
            </main>
            <ProofDialog />
        </div>
    );
}

/** The layout of a public page. */
export function OpenLayout({ children }: { readonly children: ReactNode }) {
    return (
        <>
            <header className="open-head">
                <Brand />
                <ButtonLink href="/api" small>
                    Sign in
                </ButtonLink>
            </header>
            <main className="content">{children}</main>
        </>
    );
}

function Brand() {
    return (
        <Link href="/api" className="brand">
            <img src={logo} alt="" />
            Postrider
        </Link>
    );
}

function WorkspaceChoice() {
    const { workspaces } = useSession();
    const workspace = useWorkspace();
    const [, go] = useLocation();
    return (
        <label className="field">
            <span className="hidden-text">Workspace</span>
            <select
                className="input"
                value={workspace?.id ?? ''}
                onChange={(event) => {
                    if (mayLeave()) {
                        enterWorkspace(event.target.value);
                        go('/api');
                    }
                }}
            >
                {workspaces.map((each) => (
                    <option key={each.id} value={each.id}>
                        {each.name}
                    </option>
                ))}
            </select>
        </label>
    );
}

function Navigation() {
    return (
        <nav className="nav" aria-label="Console">
            {navigation.map((group) => (
                <div key={group.title}>
                    <h2>{group.title}</h2>
                    <ul>
                        {group.to.map((page) => (
                            <Entry key={page.path} page={page} />
                        ))}
                    </ul>
                </div>
            ))}
        </nav>
    );
}

function Entry({ page }: { readonly page: Page }) {
    const [location] = useLocation();
    const may = useMay(page.scope ?? '');
    const href = addressOf(page);
    if (page.scope !== undefined && !may) {
        return null;
    }
    const here = location === href || (href !== '/api' && location.startsWith(`${href}/`));
    return (
        <li>
            <Link href={href} aria-current={here ? 'page' : undefined}>
                {page.title}
            </Link>
        </li>
    );
}
