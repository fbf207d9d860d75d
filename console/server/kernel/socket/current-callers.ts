import type { Caller } from '../access/caller.ts';
import type { GatewayNeeds } from './live-gateway.ts';
import type { LiveSocket } from './live-server.ts';

/** Reads each hash once: a wall may have several screens. */
async function readDisplays(
  { displayOf }: Pick<GatewayNeeds, 'displayOf'>,
  hashes: ReadonlySet<string>,
): Promise<ReadonlyMap<string, Caller | undefined>> {
  const found = new Map<string, Caller | undefined>();
  for (const hash of hashes) found.set(hash, await displayOf(hash));
  return found;
}

/** The current callers of connections. Those whose session or token is over are left out. */
export async function readCurrentCallers(
  needs: Pick<GatewayNeeds, 'activeSessions' | 'callersOf' | 'displayOf'>,
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
