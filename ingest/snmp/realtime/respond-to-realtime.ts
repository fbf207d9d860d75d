import type { Bus } from '#platform/bus/bus.ts';
import type { Log } from '#platform/log/log.ts';
import { subjects } from '#schemas/bus/subject.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import { RealtimeOrder, realtimeLimits, type RealtimeReply } from '#schemas/realtime/realtime.ts';
import { pollShardOf } from '../schedule.ts';
import { elementPollOf, type ElementPoll } from './element-poll.ts';
import { RealtimeShare, type ShareNeeds } from './realtime-share.ts';

export interface RealtimeNeeds extends Pick<ShareNeeds, 'openAgent' | 'clock' | 'definitions'> {
  readonly bus: Pick<Bus, 'subscribe' | 'publish'>;
  readonly log: Pick<Log, 'warn'>;
  readonly inventory: () => Inventory;
  /** Shards whose devices this process polls. */
  readonly owned: () => ReadonlySet<number>;
  /** Live pollers, this one included. */
  readonly members: () => number;
}

/** The elements that this process reads every second, each once for all who watch it. */
class RealtimeShares {
  readonly #needs: RealtimeNeeds;
  readonly #shares = new Map<number, RealtimeShare>();

  constructor(needs: RealtimeNeeds) {
    this.#needs = needs;
  }

  handle({ element, server, action }: RealtimeOrder): RealtimeReply['is'] {
    const desired = this.#desired(element);
    const share = this.#shares.get(element);
    if (action === 'stop' || desired === undefined) {
      share?.leave(server);
      return 'elsewhere';
    }
    if (share === undefined) return this.#start(desired, server);
    share.keep(server);
    return 'polling';
  }

  stop(): void {
    for (const share of this.#shares.values()) share.stop();
  }

  #desired(element: number): ElementPoll | undefined {
    const poll = elementPollOf(this.#needs.inventory(), element);
    return poll !== undefined && this.#needs.owned().has(pollShardOf(poll.device.id)) ? poll : undefined;
  }

  #start(poll: ElementPoll, server: string): RealtimeReply['is'] {
    const { element, device } = poll;
    const { openAgent, clock, definitions, bus, log } = this.#needs;
    const ofDevice = [...this.#shares.values()].filter((share) => share.device === device.id);
    if (ofDevice.length >= realtimeLimits.elementsPerDevice) return 'device busy';
    if (this.#shares.size >= realtimeLimits.elements) return 'busy';
    const share = new RealtimeShare(poll, {
      openAgent,
      clock,
      definitions,
      desired: () => this.#desired(element),
      publish: (reading) => bus.publish(subjects.realtime(element), JSON.stringify(reading)),
    });
    share.keep(server);
    this.#shares.set(element, share);
    void share
      .run()
      .catch((error: unknown) => log.warn({ err: error, element }, 'real-time polling failed'))
      .finally(() => {
        if (this.#shares.get(element) === share) this.#shares.delete(element);
      });
    return 'polling';
  }
}

/** Polls elements in real time as long as a server requests them. */
export function respondToRealtime(needs: RealtimeNeeds, signal: AbortSignal): void {
  const shares = new RealtimeShares(needs);
  needs.bus.subscribe(
    subjects.realtimePoll,
    ({ data, respond }) => {
      const order = RealtimeOrder.parse(JSON.parse(new TextDecoder().decode(data)));
      const reply: RealtimeReply = { is: shares.handle(order), pollers: needs.members() };
      respond(JSON.stringify(reply));
    },
    { signal },
  );
  signal.addEventListener('abort', () => {
    shares.stop();
  });
}
