import type { Bus } from '#platform/bus/bus.ts';
import { unpackJson } from '#platform/bus/packed-json.ts';
import type { Log } from '#platform/log/log.ts';
import { subjects } from '#schemas/bus/subject.ts';
import type { TrafficNotice } from '#schemas/flowmap/traffic-notice.ts';
import { TrafficState } from '#schemas/flowmap/traffic-state.ts';
import type { LivePosition } from '#schemas/socket/live.ts';

const EPOCH = 'traffic';
/** Longest message: 5,000 keys, compressed. */
const MAX_BYTES = 1_048_576;

interface MirrorNeeds {
  readonly bus: Pick<Bus, 'subscribe'>;
  readonly log: Log;
  readonly signal: AbortSignal;
  readonly onChange: (notice: TrafficNotice) => void;
}

interface NewestState {
  readonly state: TrafficState;
  readonly seq: number;
}

/**
 * The newest traffic of every customer as engines publish it. Where a former and a new owner of a partition publish the same seconds, the
 * first one counts: states replace each other and are never added.
 */
export class TrafficMirror {
  readonly #needs: MirrorNeeds;
  readonly #held = new Map<number, NewestState>();

  constructor(needs: MirrorNeeds) {
    this.#needs = needs;
    needs.bus.subscribe(
      subjects.anyTraffic,
      ({ data, subject }) => {
        this.#handle(data, subject);
      },
      { signal: needs.signal },
    );
  }

  /** Undefined before the first one. */
  stateOf(customer: number): TrafficState | undefined {
    return this.#held.get(customer)?.state;
  }

  /** Number of states of a customer, and the end of the newest one. */
  position(customer: number): LivePosition {
    const held = this.#held.get(customer);
    return { epoch: EPOCH, seq: held?.seq ?? 0, at: held?.state.end ?? 0 };
  }

  #handle(data: Uint8Array, subject: string): void {
    const state = parsed(data);
    if (state === undefined || subject !== subjects.traffic(state.customer)) {
      this.#needs.log.warn({ subject }, 'delta unreadable');
      return;
    }
    const { customer, end } = state;
    const known = this.#held.get(customer);
    if (known !== undefined && end <= known.state.end) return;
    this.#held.set(customer, { state, seq: (known?.seq ?? 0) + 1 });
    this.#needs.onChange({ customer, end });
  }
}

function parsed(data: Uint8Array): TrafficState | undefined {
  if (data.length > MAX_BYTES) return undefined;
  try {
    return TrafficState.parse(unpackJson(data));
  } catch {
    return undefined;
  }
}
