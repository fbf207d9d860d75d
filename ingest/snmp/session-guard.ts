import type { RemoteInfo } from 'node:dgram';
import { isIPv6 } from 'node:net';
import type { Session, User } from 'net-snmp';
import type { UserAccess } from '#schemas/inventory/snmp-access.ts';
import type { Answer } from './agent.ts';
import { refused } from './refusal.ts';
import { mayBeBelieved } from './usm/authentic.ts';
import { readUsmHeader } from './usm/header.ts';

/** The form in which the system reports senders. */
export const canonical = (address: string): string =>
  isIPv6(address) ? new URL(`http://[${address}]`).hostname.slice(1, -1) : address;

export interface Guarded {
  readonly address: string;
  readonly port: number;
  /** With v3. */
  readonly identity: { readonly access: UserAccess; readonly user: User } | undefined;
}

export interface Guard {
  readonly session: Session;
  readonly strays: number;
  readonly forged: number;
  /** Settles once, whatever the library does, and it does call back twice, throw or say nothing on hostile answers. */
  ask(request: (settle: (answer: Answer) => void) => void): Promise<Answer>;
}

/** One tells the engine, one its time, one that something is wrong; an agent that has nothing else to say is left. */
const MOST_REPORTS = 4;

class SessionGuard implements Guard {
  readonly session: Session;
  strays = 0;
  forged = 0;
  readonly #guarded: Guarded;
  #reports = 0;
  readonly #open = new Set<() => void>();

  constructor(session: Session, guarded: Guarded) {
    this.session = session;
    this.#guarded = guarded;
    session.on('error', () => {
      this.strays += 1;
    });
    session.dgram.removeAllListeners('message');
    session.dgram.on('message', (message: Buffer, sender: RemoteInfo) => {
      this.#receive(message, sender);
    });
  }

  ask(request: (settle: (answer: Answer) => void) => void): Promise<Answer> {
    return new Promise((resolve) => {
      const settle = (answer: Answer): void => {
        this.#open.delete(end);
        resolve(answer);
      };
      const end = (): void => {
        settle(refused('malformed'));
      };
      this.#open.add(end);
      this.#reports = 0;
      try {
        request(settle);
      } catch {
        end();
      }
    });
  }

  #receive(message: Buffer, sender: RemoteInfo): void {
    const { address, port, identity } = this.#guarded;
    if (sender.port !== port || canonical(sender.address) !== address) this.strays += 1;
    else if (identity === undefined) this.#handOn(message);
    else this.#receiveV3(message, identity);
  }

  #receiveV3(message: Buffer, identity: NonNullable<Guarded['identity']>): void {
    const header = readUsmHeader(message);
    const engineId = this.session.msgSecurityParameters?.msgAuthoritativeEngineID;
    if (header === undefined || !mayBeBelieved(message, header, { ...identity, engineId })) {
      this.forged += 1;
      return;
    }
    if (header.isReport) this.#reports += 1;
    // The library sends its request again after each Report that tells no time, for as long as they come.
    if (this.#reports > MOST_REPORTS) this.#endAll();
    else this.#handOn(message);
  }

  #handOn(message: Buffer): void {
    try {
      this.session.onMsg(message);
    } catch {
      // The library has forgotten the request by then, and its timer with it.
      this.strays += 1;
      this.#endAll();
    }
  }

  #endAll(): void {
    for (const end of this.#open) end();
    this.session.cancelRequests(new Error('the agent does not keep to the protocol'));
  }
}

/**
 * The library takes any datagram with the right request id for an answer. Only those of the agent reach it, with v3 only
 * those that bear its signature, and one that it cannot read ends the request that it answers.
 */
export const guardSession = (session: Session, guarded: Guarded): Guard => new SessionGuard(session, guarded);
