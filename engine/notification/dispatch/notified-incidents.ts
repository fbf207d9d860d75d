import { incidentSentence } from '#schemas/alerting/incident/incident-sentence.ts';
import type { IncidentPart } from '#schemas/alerting/incident/group-incidents.ts';
import { placeOfIncident } from '#schemas/alerting/incident/incident-place.ts';
import { severities, type Severity } from '#schemas/alerting/severity.ts';
import { noticeLocale } from '#schemas/notification/notice-words.ts';
import type { SingleNotice } from '#schemas/notification/notice.ts';
import type { notificationIncident } from '#schemas/table/notification.ts';
import type { NewRow } from '#schemas/table/relation.ts';
import type { Language } from '#schemas/time/locale.ts';
import type { Db } from '#platform/postgres/postgres.ts';
import type { AlarmEvent } from '../../alarm/event-row.ts';
import { alarmNameOf, elementLabelOf, kpiKeyOf, type NoticeNames } from './notice-of.ts';
import { OpenIncident, type StoredIncident } from './open-incident.ts';

/** Who reads of an incident: everyone, or those who see restricted alarms too. */
type NoticeAudience = 'public' | 'restricted';

export const audienceOfTarget = ({
  includeRestricted,
}: {
  readonly includeRestricted: boolean;
}): NoticeAudience => (includeRestricted ? 'restricted' : 'public');

/** The incident that an event belongs to, as its readers may know it. */
export interface EventIncident {
  /** The same object in all its events, although it may begin earlier than it was known to. */
  readonly of: Pick<OpenIncident, 'severity' | 'alarms' | 'start' | 'id'>;
  /** It as it is now, in the language of a reader. */
  readonly describe: (language: Language | undefined) => NonNullable<SingleNotice['incident']>;
}

/** Finds the incident of an event for its readers. */
export type IncidentOfEvent = (row: AlarmEvent, audience: NoticeAudience) => EventIncident | undefined;

const severityRank = ({ severity }: { readonly severity: Severity }): number => severities.indexOf(severity);

/** The worst first: what a reader needs to know of many. */
export const byWorst = ({ of: one }: EventIncident, { of: other }: EventIncident): number =>
  severityRank(one) - severityRank(other) ||
  other.alarms - one.alarms ||
  one.start - other.start ||
  (one.id < other.id ? -1 : 1);

/** Rows per statement: one of a large site has hundreds of kilobytes. */
const ROWS_PER_STATEMENT = 100;

interface PlacedIncident {
  readonly customer: number;
  readonly audience: NoticeAudience;
  readonly incident: OpenIncident;
}

/** What an event did to the incident that it belongs to. */
interface Effect {
  readonly incident: OpenIncident;
  readonly turn: NonNullable<SingleNotice['incident']>['turn'];
}

const placeKey = (row: Pick<AlarmEvent, 'customer' | 'site' | 'element'>, audience: NoticeAudience): string =>
  `${String(row.customer)}|${placeOfIncident(row)}|${audience}`;

function partOf(row: AlarmEvent, names: NoticeNames): IncidentPart | undefined {
  const severity = severities.find((known) => known === row.severity);
  if (severity === undefined) return undefined;
  const { alarm, element, site, kpi, at } = row;
  return { alarm, element, site, severity, kpi: kpiKeyOf(kpi, names.kpis), start: at, end: null };
}

/** What a change or a clear does to the incident; undefined for other events. */
function turnOf(
  open: OpenIncident,
  { edge, at }: AlarmEvent,
  part: IncidentPart,
): Effect['turn'] | undefined {
  if (edge === 'change') return open.change(part) ? 'worse' : 'same';
  if (edge === 'clear') return open.clear(part, at) ? 'over' : 'same';
  return undefined;
}

type IncidentChanges = readonly { readonly key: string; readonly tracked: PlacedIncident | undefined }[];

/**
 * The newest incident of each place of a partition, so that each notification names the one that it is about. Its state is stored with the
 * position: after a kill the same events meet the same incidents.
 */
export class NotifiedIncidents {
  readonly #db: Db;
  readonly #partition: number;
  readonly #tracked = new Map<string, PlacedIncident>();
  readonly #changed = new Set<string>();
  /** Events up to this message are in what was stored. */
  #storedSeq = 0;

  private constructor(db: Db, partition: number) {
    this.#db = db;
    this.#partition = partition;
  }

  /** `lastSeq`: of the stream. What is stored of a stream that was created again is not continued. */
  static async open(db: Db, partition: number, lastSeq: number): Promise<NotifiedIncidents> {
    const own = new NotifiedIncidents(db, partition);
    const rows = await db
      .selectFrom('notification_incident')
      .selectAll()
      .where('partition', '=', partition)
      .execute();
    for (const { customer_id: customer, place, restricted, seq, content } of rows) {
      const audience: NoticeAudience = restricted ? 'restricted' : 'public';
      const incident = new OpenIncident(content as StoredIncident);
      own.#tracked.set(`${String(customer)}|${place}|${audience}`, { customer, audience, incident });
      if (seq <= lastSeq) own.#storedSeq = Math.max(own.#storedSeq, seq);
    }
    return own;
  }

  /**
   * Applies the events of a message, and returns the incident of one of them as its readers may know it: without restricted alarms for
   * those who do not see these.
   */
  apply({ seq }: { readonly seq: number }, rows: readonly AlarmEvent[], names: NoticeNames): IncidentOfEvent {
    const effects = new Map<AlarmEvent, Readonly<Partial<Record<NoticeAudience, Effect | undefined>>>>();
    for (const row of rows) {
      const isRestricted = names.alarms.get(row.alarm)?.isRestricted ?? true;
      if (isRestricted) this.#separate(row);
      const own = isRestricted ? undefined : this.#applied(row, { seq, names, audience: 'public' });
      const isSeparate = isRestricted || this.#tracked.has(placeKey(row, 'restricted'));
      const restricted = isSeparate ? this.#applied(row, { seq, names, audience: 'restricted' }) : own;
      effects.set(row, { restricted, public: own });
    }
    return (row, audience) => {
      const effect = effects.get(row)?.[audience];
      return effect && eventIncident(this.#seenBy(audience, effect, row), row, names);
    };
  }

  /** A later event of the message may have separated the incident: all of them are applied before the first is described. */
  #seenBy(audience: NoticeAudience, effect: Effect, row: AlarmEvent): Effect {
    const separate = this.#tracked.get(placeKey(row, audience))?.incident;
    const isSame = separate !== undefined && separate.start <= effect.incident.start;
    return isSame ? { ...effect, incident: separate } : effect;
  }

  /** As long as a place has no restricted alarm, its incident is the same for everyone, and is followed once. */
  #separate(row: AlarmEvent): void {
    const key = placeKey(row, 'restricted');
    const shared = this.#tracked.get(placeKey(row, 'public'));
    if (shared === undefined || this.#tracked.has(key)) return;
    const incident = new OpenIncident(shared.incident.stored());
    this.#tracked.set(key, { ...shared, audience: 'restricted', incident });
    this.#changed.add(key);
  }

  /** The incident in which alarms still run whose notices were held back. */
  running(names: NoticeNames): IncidentOfEvent {
    return (row, audience) => {
      const shared = this.#tracked.get(placeKey(row, 'public'));
      const incident = (this.#tracked.get(placeKey(row, audience)) ?? shared)?.incident;
      return incident?.isRunning(row) === true
        ? eventIncident({ incident, turn: 'same' }, row, names)
        : undefined;
    };
  }

  /** Stores what changed, as of a message; forgets the incidents that are over at a time, seconds since 1970. */
  async save(seq: number, now: number): Promise<void> {
    for (const [key, { incident }] of this.#tracked)
      if (incident.isOver(now)) {
        this.#tracked.delete(key);
        this.#changed.add(key);
      }
    const changes = [...this.#changed].map((key) => ({ key, tracked: this.#tracked.get(key) }));
    for (let from = 0; from < changes.length; from += ROWS_PER_STATEMENT)
      await this.#store(changes.slice(from, from + ROWS_PER_STATEMENT), seq);
    this.#changed.clear();
  }

  #applied(
    row: AlarmEvent,
    {
      seq,
      names,
      audience,
    }: { readonly seq: number; readonly names: NoticeNames; readonly audience: NoticeAudience },
  ): Effect | undefined {
    const part = partOf(row, names);
    if (part === undefined) return undefined;
    const key = placeKey(row, audience);
    const open = this.#tracked.get(key)?.incident;
    // Read again after a kill: it is known.
    if (seq <= this.#storedSeq) return open && { incident: open, turn: 'same' };
    if (row.edge === 'raise') return this.#raised(key, part, { row, audience, open });
    const turn = open && turnOf(open, row, part);
    if (open === undefined || turn === undefined) return undefined;
    this.#changed.add(key);
    return { incident: open, turn };
  }

  #raised(
    key: string,
    part: IncidentPart,
    {
      row,
      audience,
      open,
    }: {
      readonly row: AlarmEvent;
      readonly audience: NoticeAudience;
      readonly open: OpenIncident | undefined;
    },
  ): Effect {
    this.#changed.add(key);
    if (open?.has(part.start) === true) return { incident: open, turn: open.raise(part) ? 'worse' : 'same' };
    const incident = OpenIncident.begin(part);
    this.#tracked.set(key, { customer: row.customer, audience, incident });
    return { incident, turn: 'first' };
  }

  async #store(changes: IncidentChanges, seq: number): Promise<void> {
    const over = changes.filter(({ tracked }) => tracked === undefined).map(({ key }) => key);
    if (over.length > 0)
      await this.#db.deleteFrom('notification_incident').where('key', 'in', over).execute();
    const values = changes.flatMap(({ key, tracked }): NewRow<typeof notificationIncident>[] => {
      if (tracked === undefined) return [];
      const { customer, audience, incident } = tracked;
      return [
        {
          key,
          partition: this.#partition,
          customer_id: customer,
          place: placeOfIncident(incident.main),
          restricted: audience === 'restricted',
          seq,
          content: JSON.stringify(incident.stored()),
        },
      ];
    });
    if (values.length === 0) return;
    await this.#db
      .insertInto('notification_incident')
      .values(values)
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet((eb) => ({
          partition: eb.ref('excluded.partition'),
          seq: eb.ref('excluded.seq'),
          content: eb.ref('excluded.content'),
        })),
      )
      .execute();
  }
}

/** The incident of an event at the end of its window. */
function eventIncident(
  { incident, turn }: Effect,
  { at, length }: AlarmEvent,
  names: NoticeNames,
): EventIncident {
  return {
    of: incident,
    describe(language) {
      const { id, start, end, alarms, elements, main } = incident;
      const described = {
        siteName: main.site === 0 ? '' : (names.inventory.sites.get(main.site)?.name ?? String(main.site)),
        start,
        end,
        alarms,
        elements,
        main: {
          name: alarmNameOf(main.alarm, names, language),
          elementName: elementLabelOf(names.inventory, main.element),
        },
      };
      return { id, turn, text: incidentSentence(described, at + length, noticeLocale(language)) };
    },
  };
}
