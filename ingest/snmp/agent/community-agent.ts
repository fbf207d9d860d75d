import type { CommunityAccess } from '#schemas/inventory/snmp-access.ts';
import type { Agent, AgentResponse, RequestBudget, VariableBinding } from './agent.ts';
import { encodeRequest, pduTags, type CommunityRequest } from './community-request.ts';
import {
  decodeResponse,
  isVersion,
  type ExpectedResponse,
  type CommunityResponse,
} from './community-response.ts';
import { failed } from './failure.ts';
import { canonicalSender } from './session-guard.ts';
import { agentSockets, type Sender, type AgentSocket } from './agent-sockets.ts';
import { absentValue } from './value.ts';
import { randomFillSync } from 'node:crypto';

/** Random ids are drawn in batches. */
const BATCH = 1_024;
const ids = new Uint32Array(BATCH);
let used = BATCH;

/** A request id from 0 to 2^31 − 1 that cannot be guessed without seeing the requests. */
function nextRequestId(): number {
  if (used === BATCH) {
    randomFillSync(ids);
    used = 0;
  }
  const id = (ids[used] as number) >>> 1;
  used += 1;
  return id;
}

/** SNMP error statuses (RFC 3416 §3). */
const TOO_BIG = 1;
const NO_SUCH_NAME = 2;

interface Pending {
  readonly id: number;
  readonly requested: ExpectedResponse;
  readonly settle: (response: CommunityResponse | AgentResponse) => void;
  timer: NodeJS.Timeout | undefined;
  retries: number;
}

export interface Peer {
  readonly address: string;
  readonly family: 4 | 6;
  readonly access: CommunityAccess;
}

/** Bounds the repetitions for a v1 agent that lacks most of the requested objects. */
const MAX_MISSING = 16;

const absent = (oid: string): VariableBinding => ({ oid, value: absentValue });
const failureOf = ({ errorStatus }: CommunityResponse): AgentResponse =>
  failed(errorStatus === TOO_BIG ? 'too big' : 'error status');

/** An agent of SNMPv1 or v2c. One request at a time. */
export class CommunityAgent implements Agent {
  strays = 0;
  readonly forged = 0;
  readonly #peer: Peer;
  readonly #sender: string;
  readonly #community: Buffer;
  readonly #budget: RequestBudget;
  readonly #socket: AgentSocket;
  #pending: Pending | undefined;
  /** After a timeout a late response may still arrive: the socket is not used again. */
  #isReusable = true;

  constructor(peer: Peer, budget: RequestBudget) {
    this.#peer = peer;
    this.#sender = canonicalSender(peer.address);
    this.#community = Buffer.from(peer.access.community);
    this.#budget = budget;
    this.#socket = agentSockets.take(peer.family, {
      receive: (message, sender) => {
        this.#receive(message, sender);
      },
      fail: () => {
        this.#settle(failed('unreachable'));
      },
    });
  }

  get(oids: readonly string[]): Promise<AgentResponse> {
    return this.#peer.access.version === 'v1' ? this.#getAll(oids) : this.#getOnce(oids);
  }

  async getBulk(oid: string, repetitions: number): Promise<AgentResponse> {
    if (this.#peer.access.version === 'v1') return this.#getNext(oid);
    const response = await this.#request({ pdu: 'getBulk', repetitions, oids: [oid] });
    if ('ok' in response) return response;
    return response.errorStatus === 0 ? { ok: true, bindings: response.bindings } : failureOf(response);
  }

  close(): void {
    this.#settle(failed('unreachable'));
    agentSockets.give(this.#socket, this.#isReusable);
  }

  async #getOnce(oids: readonly string[]): Promise<AgentResponse> {
    const response = await this.#request({ pdu: 'get', oids });
    if ('ok' in response) return response;
    if (response.errorStatus !== 0) return failureOf(response);
    return response.bindings.length === oids.length
      ? { ok: true, bindings: response.bindings }
      : failed('malformed');
  }

  /** A v1 agent fails the whole request for one missing object (RFC 1157 §4.1.2), so the others are requested again. */
  async #getAll(oids: readonly string[]): Promise<AgentResponse> {
    const without = new Set<string>();
    for (let turn = 0; turn <= MAX_MISSING; turn += 1) {
      const requested = oids.filter((oid) => !without.has(oid));
      if (requested.length === 0) return { ok: true, bindings: oids.map(absent) };
      const response = await this.#request({ pdu: 'get', oids: requested });
      if ('ok' in response) return response;
      const missing = requested[response.errorIndex - 1];
      if (response.errorStatus === NO_SUCH_NAME && missing !== undefined) without.add(missing);
      else if (response.errorStatus !== 0) return failureOf(response);
      else if (response.bindings.length !== requested.length) return failed('malformed');
      else {
        const remaining = response.bindings.values();
        return {
          ok: true,
          bindings: oids.map((oid) =>
            without.has(oid) ? absent(oid) : (remaining.next().value ?? absent(oid)),
          ),
        };
      }
    }
    return failed('error status');
  }

  /** v1 has no GETBULK and signals the end by an error (RFC 1157 §4.1.3). */
  async #getNext(oid: string): Promise<AgentResponse> {
    const response = await this.#request({ pdu: 'getNext', oids: [oid] });
    if ('ok' in response) return response;
    if (response.errorStatus === NO_SUCH_NAME) return { ok: true, bindings: [absent(oid)] };
    return response.errorStatus === 0 ? { ok: true, bindings: response.bindings } : failureOf(response);
  }

  #request(
    request: Pick<CommunityRequest, 'pdu' | 'oids' | 'repetitions'>,
  ): Promise<CommunityResponse | AgentResponse> {
    const id = nextRequestId();
    const { version } = this.#peer.access;
    const encoded = encodeRequest({ ...request, version, community: this.#community, id });
    return new Promise((settle) => {
      this.#pending = {
        id,
        requested: { encoded, oids: request.oids },
        settle,
        timer: undefined,
        retries: this.#budget.retries,
      };
      this.#send(this.#pending);
    });
  }

  #send(pending: Pending): void {
    const { address, access } = this.#peer;
    pending.timer = setTimeout(() => {
      this.#isReusable = false;
      if (pending.retries === 0) {
        this.#settle(failed('timeout'));
        return;
      }
      pending.retries -= 1;
      this.#send(pending);
    }, this.#budget.timeoutMs);
    this.#socket.send(pending.requested.encoded.bytes, access.port, address);
  }

  #settle(response: CommunityResponse | AgentResponse): void {
    const pending = this.#pending;
    if (pending === undefined) return;
    this.#pending = undefined;
    clearTimeout(pending.timer);
    pending.settle(response);
  }

  #isPeer({ address, port }: Sender): boolean {
    if (port !== this.#peer.access.port) return false;
    return address === this.#sender || canonicalSender(address) === this.#sender;
  }

  #receive(message: Buffer, sender: Sender): void {
    const response = this.#isPeer(sender) ? this.#responseIn(message) : undefined;
    if (response === undefined) this.strays += 1;
    else this.#settle(response);
  }

  /** The response to the pending request in a message of the agent, undefined if it is none. */
  #responseIn(message: Buffer): CommunityResponse | AgentResponse | undefined {
    const pending = this.#pending;
    const response = pending && decodeResponse(message, pending.requested);
    if (response === undefined || response.id !== pending?.id) return undefined;
    if (!isVersion(response.version, this.#peer.access.version)) return undefined;
    const isOurs = response.pdu === pduTags.response && response.community.equals(this.#community);
    return isOurs ? response : failed('malformed');
  }
}
