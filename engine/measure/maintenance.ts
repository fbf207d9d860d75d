import type { Silence } from '#schemas/silence/silence.ts';
import type { ElementTable } from '../configuration/element-table.ts';
import { forEachIndex, type Steps } from '#platform/clock/steps.ts';
import { MaintenanceCalendar } from './maintenance-calendar.ts';

/** Which elements of a source are in maintenance, and when. */
export interface Maintenance {
  /** By slot: index of its calendar in `calendars`, 0 for none. */
  readonly calendarIndexes: Uint32Array;
  readonly calendars: readonly (MaintenanceCalendar | undefined)[];
}

const appendTo = <Key>(map: Map<Key, Silence[]>, key: Key, window: Silence): void => {
  const own = map.get(key);
  if (own === undefined) map.set(key, [window]);
  else own.push(window);
};

/** Maintenance windows by the narrowest object they name. */
class WindowIndex {
  readonly #byElement = new Map<number, Silence[]>();
  readonly #bySite = new Map<number, Silence[]>();
  readonly #byCustomer = new Map<number | null, Silence[]>();

  constructor(windows: readonly Silence[]) {
    for (const window of windows) {
      const { elements, sites } = window.match;
      for (const id of elements) appendTo(this.#byElement, id, window);
      if (elements.length > 0) continue;
      for (const id of sites) appendTo(this.#bySite, id, window);
      if (sites.length === 0) appendTo(this.#byCustomer, window.customer, window);
    }
  }

  /**
   * Returns the windows of an element, unordered; elements of a named device are named too (`silences-of-
   * partition.ts`).
   */
  find(id: number, customer: number, site: number): readonly Silence[] {
    const named = [this.#byElement.get(id), this.#bySite.get(site)].flatMap((own) => own ?? []);
    const all = [this.#byCustomer.get(customer), this.#byCustomer.get(null)].flatMap((own) => own ?? []);
    const isOwn = ({ customer: owner, match: { sites } }: Silence): boolean =>
      (owner === null || owner === customer) && (sites.length === 0 || sites.includes(site));
    return [...named.filter(isOwn), ...all];
  }
}

/**
 * Maintenance of the elements of each source, undefined for a source without any. Elements with the same
 * windows share a calendar. Windows that name alarms or severities do not apply to elements
 * (`schemas/silence/silence.ts`).
 */
export function* maintenanceSteps(
  silences: readonly Silence[],
  elements: readonly ElementTable[],
): Steps<readonly (Maintenance | undefined)[]> {
  const windows = silences.filter(({ maintenance }) => maintenance);
  if (windows.length === 0) return elements.map(() => undefined);
  const index = new WindowIndex(windows);
  const calendars: (MaintenanceCalendar | undefined)[] = [undefined];
  const indexes = new Map<string, number>();
  const calendarIndexOf = (own: readonly Silence[]): number => {
    if (own.length === 0) return 0;
    const key = own.map(({ id }) => id).join(' ');
    const calendarIndex = indexes.get(key) ?? calendars.push(new MaintenanceCalendar(own)) - 1;
    indexes.set(key, calendarIndex);
    return calendarIndex;
  };
  const maintenance: (Maintenance | undefined)[] = [];
  for (const { ids, customers, sites } of elements) {
    const calendarIndexes = new Uint32Array(ids.length);
    let isAny = false;
    yield* forEachIndex(ids.length, (slot) => {
      const calendarIndex = calendarIndexOf(
        index.find(ids[slot] ?? 0, customers[slot] ?? 0, sites[slot] ?? 0),
      );
      calendarIndexes[slot] = calendarIndex;
      isAny ||= calendarIndex > 0;
    });
    maintenance.push(isAny ? { calendarIndexes, calendars } : undefined);
  }
  return maintenance;
}
