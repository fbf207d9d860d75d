import { systemClock } from '#platform/clock/system-clock.ts';
import type { ClickHouse } from '#platform/clickhouse/clickhouse.ts';
import { eventsOfText, insertEvents } from '#tests/fixtures/engine/event-text.ts';
import type { Stage } from './stage.ts';

const ROWS_AT_ONCE = 20_000;

/** Alarms that run at the sites of a customer, as the writer stores them. */
export async function insertRunningAlarms(
  clickhouse: Pick<ClickHouse, 'insertRowBinary'>,
  { many: { customer, sites } }: Pick<Stage, 'many'>,
  { alarms, from }: { readonly alarms: number; readonly from: number },
): Promise<void> {
  for (let first = 0; first < alarms; first += ROWS_AT_ONCE) {
    const rows = Array.from({ length: Math.min(ROWS_AT_ONCE, alarms - first) }, (_, at) => {
      const element = 2_000_000 + first + at;
      const site = sites[element % sites.length]?.id ?? 0;
      return eventsOfText('+0', { customer, site, element, alarm: 1, from });
    });
    await insertEvents(clickhouse, rows.flat());
  }
}

export interface IncidentReads {
  /** Milliseconds of each read of all running incidents, and of each read of the one of a site. */
  readonly lists: readonly number[];
  readonly details: readonly number[];
}

/** Reads incidents as open screens do when a window closes: all at once, every fifth with details open, until stopped. */
export function startIncidentReaders(
  { url, cookie, many: { customer, sites } }: Pick<Stage, 'url' | 'cookie' | 'many'>,
  { readers, from, everyMs }: { readonly readers: number; readonly from: number; readonly everyMs: number },
): { stop(): Promise<IncidentReads> } {
  const ending = new AbortController();
  const [lists, details]: [number[], number[]] = [[], []];
  const base = `${url}/api/v1/customers/${String(customer)}/alert/incidents`;
  const timed = async (into: number[], path: string): Promise<void> => {
    const fromMs = performance.now();
    const reply = await fetch(`${base}${path}`, { headers: { cookie } });
    const text = await reply.text();
    if (!reply.ok) throw new Error(`${path}: ${text.slice(0, 300)}`);
    into.push(performance.now() - fromMs);
  };
  const read = async (reader: number): Promise<void> => {
    const now = Math.floor(Date.now() / 1_000);
    await timed(lists, `?from=${String(now - 1)}&to=${String(now)}`);
    const site = sites[reader % sites.length]?.id ?? 0;
    if (reader % 5 === 0) await timed(details, `/${String(site)}:0:${String(from)}`);
  };
  const reading = (async () => {
    while (readers > 0 && !ending.signal.aborted) {
      await Promise.all(Array.from({ length: readers }, (_, reader) => read(reader)));
      await systemClock.wait(everyMs);
    }
  })();
  return {
    async stop() {
      ending.abort();
      await reading;
      return { lists, details };
    },
  };
}
