import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { listIncidents, type AlarmIncident } from '#schemas/alerting/incident/incident.ts';
import {
  createIncidentNote,
  readIncident,
  updateIncidentOwner,
  type IncidentDetails,
} from '#schemas/alerting/incident/incident-entry.ts';
import { liveState } from '#web/kernel/socket/connection.ts';
import { alertReplies } from '#web/testing/alert-replies.ts';
import { expectVisible } from '#web/testing/expect-visible.ts';
import { alertingRoutes } from '#web/routes/pages/alerting.ts';
import { liveServer } from '#web/testing/live-socket.ts';
import { axeFaults, pageRenderer } from '#web/testing/render-page.tsx';
import { problem, reply } from '#web/testing/replies.ts';
import { atNight } from '#tests/gate/at-night.ts';
import { aShownAlarm, aSite, aSnapshot } from '../testing/alerts.ts';

const renderPage = pageRenderer(...alertingRoutes);
const isLive = () => expect.poll(() => liveState.get()).toBe('live');

const END = Math.ceil(Date.now() / 3_600_000) * 3_600;
const lyon = { ...aSite(1), name: 'Lyon' };
const alarmAt = (element: number, more: object = {}) => ({
  ...aShownAlarm(0, lyon, END),
  id: `1:${String(element)}`,
  alarm: 1,
  element,
  elementName: `cpe-lyon-${String(element)} · GigabitEthernet0/0/1`,
  since: END - 3_600,
  ...more,
});
const alarms = [alarmAt(1), alarmAt(2), alarmAt(3, { site: 99, siteName: 'Paris' })];
const snapshot = { ...aSnapshot(24, 3, Date.now()), alarms };

const incident: AlarmIncident = {
  id: `${String(lyon.site)}:0:${String(END - 3_600)}`,
  site: lyon.site,
  siteName: 'Lyon',
  severity: 'critical',
  start: END - 3_600,
  end: null,
  alarms: 4,
  running: 2,
  elements: 3,
  main: {
    alarm: 1,
    element: 1,
    name: 'Link saturated',
    kpi: 'itf_in_util',
    elementName: 'cpe-lyon-1 · Gi0/0/1',
    severity: 'critical',
    raisedAt: END - 3_600,
    clearedAt: null,
  },
  share: { application: 'Backup', percent: 48, hosts: 3 },
  owner: null,
  acknowledgedBy: null,
};
const sentence =
  /^Lyon: Link saturated on cpe-lyon-1 · Gi0\/0\/1 for .*, 48% of it Backup from 3 hosts, and 3 more alarms on 3 elements$/;
const details: IncidentDetails = {
  incident,
  state: 'open',
  ownership: null,
  entries: [],
  events: [],
  isCut: false,
  notes: [],
};
const replies = [
  ...alertReplies(snapshot),
  reply(listIncidents, { total: 1, incidents: [incident] }),
  reply(readIncident, details),
];

it('alarms of one incident are marked in the list, and one row describes them when it is grouped', async () => {
  const { search } = await renderPage('/alert?customer=1&map=false', { width: 1_440, replies });
  const grid = page.getByRole('grid').or(page.getByRole('treegrid'));
  await expectVisible(grid.getByRole('row').nth(1));
  const marks = page.getByRole('button', { name: 'Group 2 alarms of this incident' });
  await expect.poll(() => marks.elements().length).toBe(2);
  await expect.poll(() => marks.elements()[0]?.getAttribute('title')).toMatch(sentence);
  await marks.first().click();
  await expect.poll(() => search().get('group')).toBe('incident');
  const head = page.getByRole('treegrid').getByText(sentence);
  await expectVisible(head);
  // The sentence has the room of the empty cells behind it.
  expect(head.element().clientWidth).toBeGreaterThan(780);
  const rows = page.getByRole('treegrid').getByRole('row');
  expect(rows.elements()).toHaveLength(3);
  await page.getByRole('button', { name: /^Expand Lyon/ }).click();
  await expect.poll(() => rows.elements().length).toBe(5);
  expect(await axeFaults()).toEqual([]);
});

it('an operator takes an incident unless another was first, and Escape does not lose a note on it', async () => {
  const { server } = await renderPage('/alert?customer=1&map=false&open=1:1', {
    width: 1_440,
    replies: [
      ...replies,
      reply(updateIncidentOwner, problem('INCIDENT_OWNED', { params: { by: 'Ben Roy' } })),
    ],
  });
  const section = page.getByRole('region', { name: 'Incident' });
  await expectVisible(section.getByText('Open', { exact: true }));
  await section.getByRole('button', { name: 'Take the incident' }).click();
  await expectVisible(page.getByText(/Ben Roy changed the owner of this incident first/));
  expect(server.received(updateIncidentOwner)[0]?.body.seen).toBeNull();

  await section.getByRole('button', { name: 'Add note to the incident…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Note on the incident' });
  await dialog.getByRole('textbox', { name: 'Note' }).fill('Called the carrier');
  await userEvent.keyboard('{Escape}');
  await expectVisible(page.getByRole('dialog', { name: 'Discard changes?' }));
  expect(server.received(createIncidentNote)).toEqual([]);
});

it('what another operator writes is shown at once, without a request of its own kind', async () => {
  const { server } = await renderPage('/alert?customer=1&map=false&open=1:1', { width: 1_440, replies });
  const section = page.getByRole('region', { name: 'Incident' });
  await expectVisible(section.getByText('Open', { exact: true }));
  await isLive();
  const entry = { id: 9, text: '', by: 'Ben Roy', at: Date.now() };
  server.set(
    reply(readIncident, {
      ...details,
      incident: { ...incident, owner: 'Ben Roy' },
      state: 'owned',
      ownership: 9,
      entries: [{ ...entry, kind: 'owner', owner: { kind: 'user', id: 7, name: 'Ben Roy' } }],
    }),
  );
  liveServer.send('incident', { customer: 1, places: ['99:0'] });
  liveServer.send('incident', { customer: 1, places: [`${String(lyon.site)}:0`] });
  await expectVisible(section.getByText('Owned by Ben Roy'));
  await expectVisible(section.getByRole('button', { name: 'Take over from Ben Roy' }));
});

it('a cluster has its incident in the details of its alarm, and no site', async () => {
  const cluster = alarmAt(7, { site: 0, siteName: '', elementName: 'Video', elementKind: 'cluster' });
  const ofCluster: AlarmIncident = {
    ...incident,
    id: `0:7:${String(END - 3_600)}`,
    site: 0,
    siteName: '',
    elements: 1,
    main: { ...incident.main, element: 7, elementName: 'Video' },
    share: undefined,
  };
  const { server } = await renderPage('/alert?customer=1&map=false&open=1:7', {
    width: 1_440,
    replies: [
      ...alertReplies({ ...snapshot, alarms: [cluster] }),
      reply(listIncidents, { total: 1, incidents: [ofCluster] }),
      reply(readIncident, { ...details, incident: ofCluster }),
    ],
  });
  await expectVisible(page.getByRole('region', { name: 'Incident' }).getByText('Open', { exact: true }));
  await expectVisible(page.getByText(/^Link saturated on Video for .*, and 3 more alarms$/));
  const ofPlace = server.received(listIncidents).filter(({ query }) => query.cluster !== undefined);
  expect(ofPlace[0]?.query).toMatchObject({ cluster: [7] });
  expect(page.getByRole('button', { name: 'Alarms of this site' }).elements()).toEqual([]);
});

atNight('the details of an alarm stay as small with 10,000 alarms in its incident', async () => {
  const many = Array.from({ length: 10_000 }, (_, at) => alarmAt(at + 1));
  const events = Array.from({ length: 200 }, (_, at) => ({
    event: String(at),
    edge: 'raise' as const,
    severity: 'critical' as const,
    cause: 'rule',
    at: END - 3_600,
    length: 300,
    alarm: 1,
    name: 'Link saturated',
    kpi: 'itf_in_util',
    site: lyon.site,
    siteName: 'Lyon',
    element: at + 1,
    elementName: `cpe-lyon-${String(at + 1)} · Gi0/0/1`,
    value: 97,
    threshold: 90,
  }));
  await renderPage('/alert?customer=1&map=false&open=1:1', {
    width: 1_440,
    replies: [
      ...alertReplies({ ...snapshot, alarms: many }),
      reply(listIncidents, { total: 1, incidents: [{ ...incident, alarms: 10_000, elements: 10_000 }] }),
      reply(readIncident, { ...details, events, isCut: true }),
    ],
  });
  const section = page.getByRole('region', { name: 'Incident' });
  await section.getByText('What happened').click();
  await expectVisible(
    section.getByText('Earlier events are in the history, earlier notes with their alarms.'),
  );
  expect(section.getByRole('listitem').elements()).toHaveLength(50);
  expect(document.querySelectorAll('*').length).toBeLessThan(3_000);
});

/** 200 letters without a space: of Latin, of a script from right to left, and of what is no letter. */
const LONG = 'é🛰️مركز'.repeat(40).slice(0, 200);

atNight.each([390, 1_280, 1_920])(
  'names, owners and notes of 200 letters in any script have room at %i pixels',
  async (width) => {
    const long = {
      ...incident,
      siteName: LONG,
      owner: LONG,
      main: { ...incident.main, name: LONG, elementName: LONG },
    };
    const named = alarmAt(1, { name: LONG, siteName: LONG, elementName: LONG });
    const entry = { id: 9, text: LONG, by: LONG, at: Date.now(), kind: 'note' as const, owner: null };
    await renderPage('/alert?customer=1&map=false&open=1:1', {
      width,
      theme: width === 390 ? 'dark' : 'light',
      language: width === 390 ? 'fr' : 'en',
      replies: [
        ...alertReplies({ ...snapshot, alarms: [named, alarmAt(2)] }),
        reply(listIncidents, { total: 1, incidents: [long] }),
        reply(readIncident, { ...details, incident: long, state: 'owned', entries: [entry] }),
      ],
    });
    const section = page.getByRole('region', { name: 'Incident' });
    await section.getByText(width === 390 ? 'Déroulement' : 'What happened').click();
    await expectVisible(section.getByRole('listitem').first());
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    const wider = [...section.element().querySelectorAll('*')].filter(
      (each) => each.getBoundingClientRect().right > section.element().getBoundingClientRect().right + 1,
    );
    expect(wider.map(({ className }) => className)).toEqual([]);
    expect(await axeFaults()).toEqual([]);
  },
);
