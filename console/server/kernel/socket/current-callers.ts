import type { Caller } from '../access/caller.ts';
import type { LiveSocket } from './live-server.ts';

export interface CurrentCallersNeeds {
  /** Account of each unexpired session, by token hash. */
  readonly activeSessions: () => Promise<ReadonlyMap<string, number>>;
  /** Current permissions of accounts. Deleted and locked accounts are left out. */
  readonly callersOf: (accounts: readonly number[]) => Promise<ReadonlyMap<number, Caller>>;
  /** Current caller of a display token, by its hash. Undefined when it has expired or was revoked. */
  readonly displayOf: (tokenHash: string) => Promise<Caller | undefined>;
}

/** Reads each hash once: a wall may have several screens. */
async function readDisplays(
  { displayOf }: Pick<CurrentCallersNeeds, 'displayOf'>,
  hashes: ReadonlySet<string>,
): Promise<ReadonlyMap<string, Caller | undefined>> {
  const found = new Map<string, Caller | undefined>();
  for (const hash of hashes) found.set(hash, await displayOf(hash));
  return found;
}

/** The current callers of connections. Those whose session or token is over are left out. */
export async function readCurrentCallers(
  needs: CurrentCallersNeeds,
  sockets: readonly LiveSocket[],
): Promise<ReadonlyMap<LiveSocket, Caller>> {
  const users = sockets.filter(({ data }) => !data.display);
  const walls = sockets.filter(({ data }) => data.display);
  const active = await needs.activeSessions();
  const callers = await needs.callersOf([...new Set(users.map(({ data }) => data.account))]);
  const displays = await readDisplays(needs, new Set(walls.map(({ data }) => data.session)));
  const current = new Map<LiveSocket, Caller>();
  for (const socket of users) {
    const { account, session } = socket.data;
    const caller = callers.get(account);
    if (caller !== undefined && active.get(session) === account) current.set(socket, caller);
  }
  for (const socket of walls) {
    const caller = displays.get(socket.data.session);
    if (caller !== undefined) current.set(socket, caller);
  }
  return current;
}
