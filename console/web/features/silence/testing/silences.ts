import {
  createSilence,
  expireSilence,
  listSilences,
  readSilence,
  type SilenceEntry,
} from '#schemas/silence/routes.ts';
import { search } from '#schemas/search/routes.ts';
import { previewSilence, readSilencedElement } from '#schemas/silence/preview-routes.ts';
import { isMaintenance } from '#schemas/silence/silence.ts';
import { HOUR_MS } from '#schemas/time/duration.ts';
import { now } from '#web/lib/clock.ts';
import { problem, reply, type Reply } from '#web/testing/replies.ts';

/** A planned silence of the provider, and a recurring one of the first customer that is active. */
const silenceEntries = (): readonly SilenceEntry[] => [
  {
    id: 2,
    customer: null,
    match: { alarms: [], severities: ['minor'], sites: [], elements: [] },
    reason: 'Platform upgrade',
    author: 'Ada Martin',
    startsAt: now() + HOUR_MS,
    endsAt: now() + 2 * HOUR_MS,
    recurrence: null,
    maintenance: false,
    version: 1,
    state: 'planned',
    next: [{ from: now() + HOUR_MS, until: now() + 2 * HOUR_MS }],
  },
  {
    id: 1,
    customer: 1,
    match: { alarms: [1], severities: [], sites: [1, 2], elements: [] },
    reason: 'Fibre works',
    author: 'Ben Roy',
    startsAt: now() - HOUR_MS,
    endsAt: null,
    recurrence: {
      every: 'week',
      interval: 1,
      weekdays: [2, 7],
      time: '02:00',
      minutes: 120,
      zone: 'Europe/Paris',
    },
    maintenance: false,
    version: 3,
    state: 'active',
    next: [{ from: now() - HOUR_MS, until: now() + HOUR_MS }],
  },
];

const alarms = [
  { id: 1, name: 'Link saturated' },
  { id: 2, name: 'Link busy' },
];
const sites = [
  { id: 1, name: 'Paris' },
  { id: 2, name: 'Lyon' },
];
const named = <Named extends { readonly id: number }>(all: readonly Named[], ids: readonly number[]) =>
  all.filter(({ id }) => ids.includes(id));

/** A silence in full. An ended one stays readable. */
const detailsReply = (find: (id: number) => SilenceEntry | undefined): Reply =>
  reply(readSilence, ({ params }) => {
    const silence = find(params.silence);
    if (silence === undefined) return problem('NOT_FOUND');
    const { match } = silence;
    return { silence, alarms: named(alarms, match.alarms), sites: named(sites, match.sites), elements: [] };
  });

/** What the form requests while it is filled in. */
const formReplies = (): readonly Reply[] => [
  reply(readSilencedElement, {
    element: { id: 100, name: 'edge-1 · Gi0/0' },
    device: { id: 90, name: 'edge-1' },
    site: { id: 1, name: 'Paris' },
  }),
  reply(previewSilence, ({ body: { match } }) => ({
    running: 3,
    matching: match.sites.length > 0 ? 2 : 1,
    examples: [{ alarm: 'Link saturated', element: 'edge-1 · Gi0/0' }],
  })),
  reply(search, {
    hits: [
      {
        kind: 'interface',
        id: 101,
        name: 'Gi0/1',
        path: ['Aster Retail', 'Paris', 'edge-1'],
        customer: 1,
        parent: 1,
      },
      {
        kind: 'interface',
        id: 900,
        name: 'Gi0/1',
        path: ['Cobalt Energy', 'Lyon', 'core-1'],
        customer: 3,
        parent: 2,
      },
    ],
  }),
];

/** Replies of a list of silences that keeps its changes. */
export function silenceReplies(): readonly Reply[] {
  let stored = silenceEntries();
  const over: SilenceEntry[] = [];
  return [
    ...formReplies(),
    detailsReply((id) => [...stored, ...over].find((each) => each.id === id)),
    reply(listSilences, () => ({ silences: [...stored], alarms, elements: [] })),
    reply(createSilence, ({ params, body }) => {
      const added: SilenceEntry = {
        ...body,
        maintenance: isMaintenance(body),
        id: stored.length + 1,
        customer: params.customerId,
        author: 'Ada Martin',
        version: 1,
        state: 'active',
        next: [{ from: body.startsAt, until: body.endsAt }],
      };
      stored = [added, ...stored];
      return added;
    }),
    reply(expireSilence, ({ params }) => {
      const ended = stored.find(({ id }) => id === params.silence);
      if (ended === undefined) return problem('NOT_FOUND');
      stored = stored.filter((each) => each !== ended);
      over.push({ ...ended, state: 'over', endsAt: now(), next: [] });
      return { ...ended, state: 'over' as const, endsAt: now(), next: [] };
    }),
  ];
}
