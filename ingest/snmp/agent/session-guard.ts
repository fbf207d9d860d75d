import type { RemoteInfo } from 'node:dgram';
import { isIPv6 } from 'node:net';
import type { Session, User } from 'net-snmp';
import type { UserAccess } from '#schemas/inventory/snmp-access.ts';
import type { AgentResponse } from './agent.ts';
import { failed } from './failure.ts';
import { isAcceptable } from '../usm/acceptable-message.ts';
import { readUsmHeader } from '../usm/header.ts';

/** Normalises an address to the form in which the system reports senders. */
export const canonicalSender = (address: string): string =>
  isIPv6(address) ? new URL(`http://[${address}]`).hostname.slice(1, -1) : address;

export interface GuardedPeer {
  readonly address: string;
  readonly port: number;
  /** Set for v3. */
  readonly identity: { readonly access: UserAccess; readonly user: User } | undefined;
}

export interface Guard {
  readonly session: Session;
  readonly strays: number;
  readonly forged: number;
  /** Settles exactly once, even if net-snmp calls back twice, throws or never responds to a hostile message. */
  request(request: (settle: (response: AgentResponse) => void) => void): Promise<AgentResponse>;
}

/** One Report carries the engine, one its time, one an error. An agent that sends more is abandoned. */
const MAX_REPORTS = 4;

class SessionGuard implements Guard {
  readonly session: Session;
  strays = 0;
  forged = 0;
  readonly #peer: GuardedPeer;
  #reports = 0;
  readonly #pending = new Set<() => void>();

  constructor(session: Session, guarded: GuardedPeer) {
    this.session = session;
    this.#peer = guarded;
    session.on('error', () => {
      this.strays += 1;
    });
    session.dgram.removeAllListeners('message');
    session.dgram.on('message', (message: Buffer, sender: RemoteInfo) => {
      this.#receive(message, sender);
    });
  }

  request(request: (settle: (response: AgentResponse) => void) => void): Promise<AgentResponse> {
    return new Promise((resolve) => {
      const settle = (response: AgentResponse): void => {
        this.#pending.delete(end);
        resolve(response);
      };
      const end = (): void => {
        settle(failed('malformed'));
      };
      this.#pending.add(end);
      this.#reports = 0;
      try {
        request(settle);
      } catch {
        end();
      }
    });
  }

  #receive(message: Buffer, sender: RemoteInfo): void {
    const { address, port, identity } = this.#peer;
    if (sender.port !== port || canonicalSender(sender.address) !== address) this.strays += 1;
    else if (identity === undefined) this.#deliver(message);
    else this.#receiveV3(message, identity);
  }

  #receiveV3(message: Buffer, identity: NonNullable<GuardedPeer['identity']>): void {
    const header = readUsmHeader(message);
    const engineId = this.session.msgSecurityParameters?.msgAuthoritativeEngineID;
    if (header === undefined || !isAcceptable(message, header, { ...identity, engineId })) {
      this.forged += 1;
      return;
    }
    if (header.isReport) this.#reports += 1;
    // net-snmp repeats its request after each Report without a time, without limit.
    if (this.#reports > MAX_REPORTS) this.#failAll();
    else this.#deliver(message);
  }

  #deliver(message: Buffer): void {
    try {
      this.session.onMsg(message);
    } catch {
      // net-snmp has already discarded the request and its timer.
      this.strays += 1;
      this.#failAll();
    }
  }

  #failAll(): void {
    for (const end of this.#pending) end();
    this.session.cancelRequests(new Error('the agent violates the protocol'));
  }
}

/**
 * net-snmp accepts any datagram with a matching request id. The guard passes on only those from the agent, for v3 only
 * signed ones, and fails the request if the library cannot parse its response.
 */
export const guardSession = (session: Session, guarded: GuardedPeer): Guard =>
  new SessionGuard(session, guarded);
