import { everyRoute as routes } from '#tests/fixtures/every-route.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AlertState } from '#schemas/alerting/alert.ts';
import { verifyChain } from '#platform/audit/verify.ts';
import { testAuthority } from '#tests/fixtures/license/licenses.ts';
import { someone } from '../../fixtures/server/administrator.ts';
import { setEmail } from '#tests/fixtures/scheduling/scheduling-under-test.ts';
import { AuditSteps, expectRecorded, nameOfRoute } from './steps.ts';
import { billingStory } from './billing-story.ts';
import { customerThresholdStory } from './customer-threshold-story.ts';
import { endsStory, ownStory, signInStory } from './account-story.ts';
import { documentStory } from './document-story.ts';
import { networkStory } from './network-story.ts';
import { provisioningStory } from './provisioning-story.ts';
import { qosStory } from './qos-story.ts';
import { schedulingStory } from './scheduling-story.ts';
import { sdwanStory } from './sdwan-story.ts';
import { settingsStory } from './settings-story.ts';
import { accessStory, alarmStory, SECRET, sharingStory } from './story.ts';
import { openServer, quietState, type ServerUnderTest } from '../../fixtures/server/server-under-test.ts';
import { eventually } from '#tests/fixtures/eventually.ts';

/** Steps on the way to a session: the session itself is recorded (`session.open`), and so is every rejection. */
const stepsOfSignIn = new Set([
  'POST /api/v1/internalLogin',
  'DELETE /api/v1/internalLogin/step',
  'DELETE /api/v1/session',
  'POST /api/v1/internalLogin/continue',
  'POST /api/v1/internalLogin/secondFactor',
  'POST /api/v1/internalLogin/secondFactor/enrolment',
  'POST /api/v1/resetPassword/link',
]);

/** An incident needs a history of alarms: `tests/api/alarm/occurrences.test.ts` compares what is recorded of it. */
const ofIncidents = 'alert/incidents/';

const changing = routes.filter(
  (route) =>
    route.method !== 'GET' &&
    route.noChange === undefined &&
    route.ownArrangement === undefined &&
    !stepsOfSignIn.has(nameOfRoute(route)) &&
    !route.path.includes(ofIncidents),
);
const names = [...new Set(changing.map(nameOfRoute))];

/** An alarm runs, to be acknowledged. */
const states = ({ customers, alarms }: Pick<ServerUnderTest, 'customers' | 'alarms'>): AlertState[] =>
  [...customers.values()].map((customer) => ({
    ...quietState(customer),
    alarms: [
      {
        id: `${String(alarms.open)}:500`,
        alarm: alarms.open,
        name: 'Saturated',
        kpi: 'itf_in_util',
        severity: 'critical',
        site: 1,
        siteName: 'a site',
        element: 500,
        elementName: 'Gi0/0',
        elementKind: 'interface',
        operator: '>',
        threshold: 80,
        thresholdFrom: 'alarm',
        outliers: 1,
        measures: 1,
        recent: [91],
        window: 0,
        length: 300,
        since: 0,
      },
    ],
  }));

let server: ServerUnderTest;
let steps: AuditSteps;
beforeAll(async () => {
  server = await openServer({
    engine: states,
    startsAt: Date.now(),
    licenseAuthorities: testAuthority.certificate.toString(),
  });
  await eventually(() => (server.mirror.isReady ? true : undefined));
  const { page, account } = await someone(server);
  await setEmail(server, account, 'caller@example.net');
  steps = new AuditSteps(server, page);
  const place = { take: steps.take, server };
  await settingsStory(place);
  await accessStory(place);
  await alarmStory(place);
  await customerThresholdStory(place);
  await networkStory(place);
  await provisioningStory(place);
  await qosStory(place);
  await sdwanStory(place);
  await billingStory(place);
  await sharingStory(place);
  await documentStory(place);
  await schedulingStory(place);
  await ownStory(place);
  await endsStory(place);
  await signInStory(place);
});
afterAll(() => server.close());

describe('the audit trail records changes by', () => {
  it.each(names)('%s, before and after', (name) => {
    const reported = steps.reported.get(name);
    if (reported === undefined) throw new Error(`no step of the story calls ${name}: add one`);
    // Without an entry of the handler, the audit has the method and path of the route.
    expect(reported.actions.filter((action) => /^[A-Z]+ \//.test(action))).toEqual([]);
    expectRecorded(reported);
  });

  it('no unknown route', () => {
    const known = new Set(routes.map(nameOfRoute));
    expect([...steps.reported.keys()].filter((name) => !known.has(name))).toEqual([]);
  });

  it('a secret by no more than that it changed', () => {
    const reported = (name: string) => steps.reported.get(`PUT /api/v1/mt/settings/${name}`)?.changes;
    expect(reported('smtp')).toEqual([{ field: 'password', before: '•••', after: '•••' }]);
    expect(reported('saml')).toEqual([{ field: 'saml header x-key', before: '•••', after: '•••' }]);
    expect(reported('webhooks/:id')).toContainEqual({
      field: 'headers.Authorization',
      before: '•••',
      after: '•••',
    });
    expect([...steps.reported].filter(([, { text }]) => text.includes(SECRET)).map(([name]) => name)).toEqual(
      [],
    );
  });

  it('all of them in one valid chain', async () => {
    expect((await verifyChain(server.stack.db)).broken).toBeUndefined();
  });
});
