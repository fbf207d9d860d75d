import type { RemoteInfo } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import { isIPv6 } from 'node:net';
import snmp from 'net-snmp';
import type { Session, Varbind } from 'net-snmp';
import type { Agent, Answer, Refusal } from './agent.ts';
import { valueOf } from './value.ts';

export interface AgentAddress {
  readonly address: string;
  readonly port: number;
  readonly community: string;
}

export interface Patience {
  readonly timeoutMs: number;
  readonly retries: number;
}

const TOO_BIG = 1;

function refusalOf(error: Error): Refusal {
  if (error.name === 'RequestTimedOutError') return 'timeout';
  if (error.name === 'RequestFailedError')
    return 'status' in error && error.status === TOO_BIG ? 'too big' : 'error status';
  return error.name === 'ResponseInvalidError' ? 'malformed' : 'unreachable';
}

const refused = (reason: Refusal): Answer => ({ ok: false, reason });
const answered = (varbinds: readonly Varbind[]): Answer => ({
  ok: true,
  bindings: varbinds.map((varbind) => ({ oid: varbind.oid, value: valueOf(varbind) })),
});

/** The form in which the system reports senders. */
const canonical = (address: string): string =>
  isIPv6(address) ? new URL(`http://[${address}]`).hostname.slice(1, -1) : address;

/**
 * The library takes any datagram with the right request id for an answer. Only those of the agent reach it, and one that
 * it cannot read is dropped here.
 */
function guard(session: Session, agent: { readonly address: string; readonly port: number }): () => number {
  let strays = 0;
  session.on('error', () => {
    strays += 1;
  });
  session.dgram.removeAllListeners('message');
  session.dgram.on('message', (message: Buffer, sender: RemoteInfo) => {
    if (sender.port !== agent.port || canonical(sender.address) !== agent.address) {
      strays += 1;
      return;
    }
    try {
      session.onMsg(message);
    } catch {
      // The library reads past the end of some malformed messages; the request then ends by its timeout.
      strays += 1;
    }
  });
  return () => strays;
}

/** Settles whatever the library does, and it does call back twice or throw on hostile answers. */
const ask = (request: (settle: (answer: Answer) => void) => void): Promise<Answer> =>
  new Promise((resolve) => {
    try {
      request(resolve);
    } catch {
      resolve(refused('malformed'));
    }
  });

/** Opens a socket of its own for an agent of SNMP v2c; undefined when its name has no address. */
export async function openAgent(
  { address, port, community }: AgentAddress,
  { timeoutMs, retries }: Patience,
): Promise<Agent | undefined> {
  const found = await lookup(address).catch(() => undefined);
  if (found === undefined) return undefined;
  const session = snmp.createSession(found.address, community, {
    port,
    retries,
    timeout: timeoutMs,
    version: snmp.Version2c,
    transport: found.family === 6 ? 'udp6' : 'udp4',
  });
  const strays = guard(session, { address: canonical(found.address), port });
  return {
    get: (oids) =>
      ask((settle) => {
        session.get(oids, (error, varbinds = []) => {
          settle(error === null ? answered(varbinds) : refused(refusalOf(error)));
        });
      }),
    getBulk: (oid, repetitions) =>
      ask((settle) => {
        session.getBulk([oid], 0, repetitions, (error, varbinds = []) => {
          settle(
            error === null
              ? answered(varbinds.flat<readonly (Varbind | readonly Varbind[])[], 1>())
              : refused(refusalOf(error)),
          );
        });
      }),
    get strays() {
      return strays();
    },
    close() {
      session.close();
    },
  };
}
