import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { AlarmIncident } from '#schemas/alerting/incident/incident.ts';
import { PreparedReply } from '#server/kernel/route/serve.ts';
import { IncidentReplies } from './incident-replies.ts';

const anIncident = (at: number, change: Partial<AlarmIncident> = {}): AlarmIncident => ({
  id: `${String(at)}:0:600`,
  site: at,
  siteName: `site ${String(at)}`,
  severity: 'major',
  start: 600,
  end: null,
  alarms: 1,
  running: 1,
  elements: 1,
  main: {
    alarm: 1,
    element: at,
    name: 'Saturated',
    kpi: 'itf_in_util',
    elementName: `Gi0/${String(at)}`,
    severity: 'major',
    raisedAt: 600,
    clearedAt: null,
  },
  owner: null,
  acknowledgedBy: null,
  ...change,
});
const listOf = (count: number, change: Partial<AlarmIncident> = {}) => ({
  total: count,
  incidents: Array.from({ length: count }, (_, at) => anIncident(at + 1, at === 0 ? change : {})),
});
const bodyOf = async (reply: Promise<unknown>): Promise<Buffer> => {
  const made = await reply;
  return made instanceof PreparedReply ? made.body : expect.fail('it is not prepared');
};

describe('a reply with many incidents', () => {
  it('is made once for all who read the same one at one moment', async () => {
    const replies = new IncidentReplies();
    const [one, two] = await Promise.all([listOf(200), listOf(200)].map((each) => bodyOf(replies.of(each))));
    expect(one).toBe(two);
    expect(JSON.parse(gunzipSync(one!).toString())).toEqual(listOf(200));
  });

  it.each([
    ['owner', { owner: 'Ada' }],
    ['name of an application', { share: { application: 'Payroll', percent: 40 } }],
    ['acknowledgement', { acknowledgedBy: 'Ben' }],
    ['name of an element', { main: { ...anIncident(1).main, elementName: 'Gi0/9' } }],
  ])('is one of its own with another %s', async (_, change) => {
    const replies = new IncidentReplies();
    const lists = [listOf(200), listOf(200, change)];
    const bodies = await Promise.all(lists.map((each) => bodyOf(replies.of(each))));
    expect(bodies.map((body) => JSON.parse(gunzipSync(body).toString()) as unknown)).toEqual(lists);
  });

  it('is encoded as others are while there are few', async () => {
    const few = listOf(19);
    expect(await new IncidentReplies().of(few)).toBe(few);
  });
});
