import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** How many tests run at once. */
export const WORKERS = Number(process.env.POSTRIDER_BROWSER_WORKERS ?? 2);

/** An owner with a workspace and a key, as the first start writes them down for the first one. */
export interface Owner {
    readonly base_url: string;
    readonly email: string;
    readonly password: string;
    readonly workspace_id: string;
    readonly api_key: string;
}

/** The data folder of the server. */
export function dataFolder(): string {
    const folder = process.env.POSTRIDER_DATA_DIR;
    if (!folder) {
        throw new Error('POSTRIDER_DATA_DIR must be set; ConsoleInBrowserTest sets it');
    }
    return folder;
}

/** Where the owner of a worker is written down. */
export function ownerFile(worker: number | string): string {
    return join(dataFolder(), `browser-worker-${worker}.json`);
}

/** The owner of the first start. */
export function firstRun(): Owner {
    return JSON.parse(readFileSync(join(dataFolder(), 'first-run.json'), 'utf8')) as Owner;
}

/** The owner of the worker that asks; before the workers have owners, that of the first start. */
export function owner(): Owner {
    const file = ownerFile(process.env.TEST_PARALLEL_INDEX ?? 'none');
    return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Owner) : firstRun();
}
