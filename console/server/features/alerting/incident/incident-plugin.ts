import type { FastifyInstance } from 'fastify';
import type { Bus } from '#platform/bus/bus.ts';
import type { Clock } from '#platform/clock/clock.ts';
import {
  createIncidentNote,
  incidentEntryLimits,
  incidentStateOf,
  readIncident,
  updateIncidentOwner,
  type IncidentDetails,
} from '#schemas/alerting/incident/incident-entry.ts';
import { incidentSentence } from '#schemas/alerting/incident/incident-sentence.ts';
import { ProblemError } from '#server/kernel/problem/problem-error.ts';
import { serve } from '#server/kernel/route/serve.ts';
import type { AlertReader } from '../alert-reader.ts';
import type { AssigneeRepository } from '../handling/assignee-repository.ts';
import type { NoteRepository } from '../handling/note-repository.ts';
import type { HistoryReader, HistoryScope } from '../history-reader.ts';
import type { FoundIncident } from '../occurrences/incident-reader.ts';
import type { OccurrenceReader } from '../occurrences/occurrence-reader.ts';
import { shownEntry, type IncidentEntries, type WrittenIncident } from './incident-entries.ts';
import { publishIncidentNotice } from './incident-notice.ts';

interface IncidentNeeds {
  readonly occurrences: Pick<OccurrenceReader, 'findIncident'>;
  readonly history: Pick<HistoryReader, 'listEvents'>;
  readonly notes: Pick<NoteRepository, 'listOfPeriod'>;
  readonly alerts: Pick<AlertReader, 'sees'>;
  readonly assignees: Pick<AssigneeRepository, 'find'>;
  readonly entries: IncidentEntries;
  readonly bus: Pick<Bus, 'publish'>;
  readonly clock: Pick<Clock, 'now'>;
}

const nowSeconds = ({ clock }: Pick<IncidentNeeds, 'clock'>): number =>
  Math.floor(clock.now().getTime() / 1_000);

const instanceOf = ({ alarm, element }: { readonly alarm: number; readonly element: number }): string =>
  `${String(alarm)}:${String(element)}`;

async function found(needs: IncidentNeeds, scope: HistoryScope, id: string): Promise<FoundIncident> {
  const incident = await needs.occurrences.findIncident(scope, id, nowSeconds(needs));
  if (incident === undefined) throw new ProblemError('NOT_FOUND');
  return incident;
}

/** Everything that happened in an incident, as far as the caller sees its alarms. */
async function detailsOf(
  needs: IncidentNeeds,
  scope: HistoryScope,
  { incident, span, parts }: FoundIncident,
): Promise<IncidentDetails> {
  // Its last clear is part of it.
  const period = { from: incident.start, to: (incident.end ?? nowSeconds(needs)) + 1 };
  const own = new Set(parts.map(instanceOf));
  const of = [...new Map(parts.map((part) => [instanceOf(part), part])).values()];
  const noted = { ...period, of, limit: incidentEntryLimits.notes };
  const [entries, { events, next }, { notes, next: nextNote }] = await Promise.all([
    needs.entries.listOf(scope, [span]),
    needs.history.listEvents(scope, {
      ...period,
      site: [span.site],
      ...(span.cluster === 0 ? {} : { element: [span.cluster] }),
      acknowledgements: true,
      deliveries: false,
      limit: incidentEntryLimits.events,
    }),
    needs.notes.listOfPeriod(scope, noted, (instance) => needs.alerts.sees(scope.caller, instance)),
  ]);
  const rows = entries.get(span.id) ?? [];
  return {
    incident,
    state: incidentStateOf(incident),
    ownership: rows.find(({ kind }) => kind === 'owner')?.id ?? null,
    entries: rows.map(shownEntry),
    events: events.filter((event) => own.has(instanceOf(event))),
    notes,
    isCut: next !== null || nextNote !== null,
  };
}

const writtenOf = ({ incident, span, parts }: FoundIncident, now: number): WrittenIncident => ({
  ...span,
  lastRaise: parts.reduce((last, { start }) => Math.max(last, start), span.start),
  alarms: [...new Set(parts.map(({ alarm }) => alarm))],
  text: incidentSentence(incident, now, 'en-GB'),
});

/** Incidents as objects: what happened in them, their owner and their notes. */
export function incidentPlugin(app: FastifyInstance, needs: IncidentNeeds): void {
  const { entries, assignees, bus } = needs;
  const publish = (customer: number, { site, cluster, alarms }: WrittenIncident): void => {
    publishIncidentNotice(bus, { customer, written: [{ site, element: cluster, alarms: [...alarms] }] });
  };

  serve(app, readIncident, async ({ caller, params: { customerId: customer, incident } }) => {
    const scope = { caller, customer };
    return detailsOf(needs, scope, await found(needs, scope, incident));
  });

  serve(
    app,
    createIncidentNote,
    async ({ caller, audit, body, params: { customerId: customer, incident } }) => {
      const of = await found(needs, { caller, customer }, incident);
      const written = writtenOf(of, nowSeconds(needs));
      const added = await entries.addNote(written, body.text, { caller, audit, customer });
      publish(customer, written);
      return added;
    },
  );

  serve(
    app,
    updateIncidentOwner,
    async ({ caller, audit, body, params: { customerId: customer, incident } }) => {
      const of = await found(needs, { caller, customer }, incident);
      const { to, seen } = body;
      const owner = to === null ? null : (await assignees.find({ caller, customer }, to))?.to;
      if (owner === undefined)
        throw new ProblemError('ASSIGNEE_UNKNOWN', {
          errors: [{ path: 'body.to', code: 'ASSIGNEE_UNKNOWN' }],
        });
      const actor = { caller, audit, customer };
      const written = writtenOf(of, nowSeconds(needs));
      const set = await entries.setOwner(written, { to: owner, seen }, actor);
      publish(customer, written);
      return set;
    },
  );
}
