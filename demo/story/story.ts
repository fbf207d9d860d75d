import { acknowledgeAlarm, readAlerts } from '#schemas/alerting/routes.ts';
import type { AlarmRow } from '#schemas/alerting/alert.ts';
import { assignAlarms, listAssignees } from '#schemas/alerting/assignment-routes.ts';
import { readSession } from '#schemas/account/routes.ts';
import { overrideApplication } from '#schemas/application/override-routes.ts';
import { customerApplications, providerApplications } from '#schemas/application/routes.ts';
import { createCluster, listClusters, readClusterChoices } from '#schemas/cluster/routes.ts';
import { createCockpit, listCockpits } from '#schemas/cockpit/routes.ts';
import { readAnnouncement, updateAnnouncement } from '#schemas/settings/announcement/announcement.ts';
import { createSilence, listSilences } from '#schemas/silence/routes.ts';
import type { Clock } from '#platform/clock/clock.ts';
import type { Fleet } from '../model.ts';
import { storyDevice } from './plot.ts';
import type { StoryClient } from './story-client.ts';
import {
  applicationClusters,
  areas,
  customerDrafts,
  notes,
  overrideDrafts,
  providerDrafts,
  retired,
  tourOf,
} from './story-content.ts';
import { copyTemplates } from './story-documents.ts';
import { addBrands } from './story-brands.ts';
import { addImports } from './story-imports.ts';
import { addClassesOfService } from './story-qos.ts';
import { tendInventory } from './story-inventory.ts';
import { addAgents } from './story-agents.ts';
import { installLicense } from './story-license.ts';
import { addManagers } from './story-managers.ts';
import { addPollers } from './story-pollers.ts';
import { addSchedules } from './story-schedules.ts';
import { startStoryRecording } from './story-recording.ts';
import { connectTickets, restrictAlarm, retireApplication, shareApplications } from './story-sharing.ts';
import { works } from './story-works.ts';

interface StoryNeeds {
  readonly cast: {
    readonly operators: Readonly<Record<'ines.marchal' | 'tomas.vidal', StoryClient>>;
    readonly engineer: StoryClient;
  };
  readonly fleet: Fleet;
  /** Port of the agents, and of the ticket system. */
  readonly agentPort: number;
  readonly clock: Clock;
}

/** Ids of the customers by client id. */
async function customersOf({ call }: StoryClient): Promise<ReadonlyMap<string, number>> {
  const { customers } = await call(readSession);
  return new Map(customers.map(({ clientId, id }) => [clientId, id]));
}

async function addProviderApplications({ call }: StoryClient): Promise<void> {
  const { applications } = await call(providerApplications.list);
  const known = new Set(applications.map(({ name }) => name));
  for (const body of providerDrafts)
    if (!known.has(body.name)) await call(providerApplications.create, { body });
  await shareApplications({ call });
  await retireApplication({ call }, retired);
}

async function addCustomerApplications(
  { call }: StoryClient,
  customers: ReadonlyMap<string, number>,
): Promise<void> {
  for (const [clientId, drafts] of Object.entries(customerDrafts)) {
    const customerId = customers.get(clientId);
    if (customerId === undefined) continue;
    const { applications } = await call(customerApplications.list, { params: { customerId } });
    const own = new Set(applications.filter(({ edit }) => edit === 'here').map(({ name }) => name));
    for (const body of drafts)
      if (!own.has(body.name)) await call(customerApplications.create, { params: { customerId }, body });
  }
}

async function overrideApplications(
  { call }: StoryClient,
  customers: ReadonlyMap<string, number>,
): Promise<void> {
  for (const [clientId, draft] of Object.entries(overrideDrafts)) {
    const customerId = customers.get(clientId);
    if (customerId === undefined) continue;
    const { applications } = await call(customerApplications.list, { params: { customerId } });
    const shared = applications.find(({ name, type }) => name === draft.name && type === 'provider');
    if (shared?.state !== 'not-overridden') continue;
    const { description, category, attributes } = draft;
    const override = { description, category, attributes, active: true };
    const params = { customerId, application: shared.id };
    await call(overrideApplication, { params, body: { override, version: 0 } });
  }
}

/** The clusters of a customer, as forms. */
async function clusterDrafts({ call }: StoryClient, clientId: string, customerId: number) {
  const { sites, applications } = await call(readClusterChoices, { params: { customerId } });
  const byName = new Map(applications.map(({ name, number }) => [name, number]));
  return [
    ...areas
      .filter(({ customer }) => customer === clientId)
      .map(({ name, word }) => ({
        type: 'area' as const,
        name,
        sites: sites.filter((site) => site.name.includes(word)).map(({ id }) => id),
      }))
      .filter((area) => area.sites.length > 0),
    ...applicationClusters
      .filter(({ customer }) => customer === clientId)
      .map(({ name, applications: names }) => ({
        type: 'application' as const,
        name,
        sites: [],
        everySite: true,
        applications: names.flatMap((each) => byName.get(each) ?? []),
      }))
      .filter((cluster) => cluster.applications.length > 0),
  ];
}

async function addClusters(client: StoryClient, customers: ReadonlyMap<string, number>): Promise<void> {
  for (const [clientId, customerId] of customers) {
    const drafts = await clusterDrafts(client, clientId, customerId);
    if (drafts.length === 0) continue;
    const { clusters } = await client.call(listClusters, { params: { customerId } });
    const known = new Set(clusters.map(({ name }) => name));
    for (const body of drafts)
      if (!known.has(body.name)) await client.call(createCluster, { params: { customerId }, body });
  }
}

async function addWorks(
  { call }: StoryClient,
  { fleet, clock }: StoryNeeds,
  customers: ReadonlyMap<string, number>,
): Promise<void> {
  for (const { customer, draftAt } of works) {
    const customerId = customers.get(customer);
    if (customerId === undefined) continue;
    const { sites } = await call(readClusterChoices, { params: { customerId } });
    const siteName = storyDevice(fleet.devices, customer)?.site;
    const site = sites.find(({ name }) => name === siteName) ?? sites[1] ?? sites[0];
    const draft = draftAt(clock.now().getTime());
    const { silences } = await call(listSilences, { params: { customerId } });
    if (site === undefined || silences.some(({ reason }) => reason === draft.reason)) continue;
    const body = { ...draft, match: { sites: [site.id] } };
    await call(createSilence, { params: { customerId }, body });
  }
}

const DRAFT_COCKPIT = 'Night thresholds (draft)';

async function announce({ call }: StoryClient, customers: ReadonlyMap<string, number>): Promise<void> {
  const { message } = await call(readAnnouncement);
  if (message === '')
    await call(updateAnnouncement, {
      body: { enabled: true, ...tourOf(customers), format: 'banner' },
    });
  const { cockpits } = await call(listCockpits);
  if (!cockpits.some(({ name }) => name === DRAFT_COCKPIT))
    await call(createCockpit, { body: { name: DRAFT_COCKPIT, description: 'Not shared yet' } });
}

/** A step of the story that the console rejected. */
export interface FailedStep {
  readonly step: string;
  readonly err: unknown;
}

/** What the people of the demonstration do, in this order. */
async function stepsOf(needs: StoryNeeds): Promise<Readonly<Record<string, () => Promise<void>>>> {
  const { cast, fleet, agentPort, clock } = needs;
  const { engineer, operators } = cast;
  const operator = operators['ines.marchal'];
  const customers = await customersOf(operator);
  const [imported] = customers.keys();
  const siteOf = (clientId: string) => fleet.devices.find((each) => each.customer === clientId)?.site;
  return {
    works: () => addWorks(operator, needs, customers),
    announcement: () => announce(engineer, customers),
    brands: () => addBrands(engineer, customers),
    tickets: () => connectTickets(engineer, agentPort),
    managers: () => addManagers(engineer, customers, agentPort),
    agents: () => addAgents(engineer, { customers, nowMs: clock.now().getTime(), siteOf }),
    recording: () => startStoryRecording(engineer, { customers, siteOf }),
    license: () => installLicense(engineer, fleet.devices.length, clock.now()),
    pollers: () => addPollers(engineer),
    'restricted alarm': () => restrictAlarm(engineer, 'sofia.lindqvist'),
    'provider applications': () => addProviderApplications(engineer),
    'classes of service': () => addClassesOfService(engineer, customers),
    'customer applications': () => addCustomerApplications(operator, customers),
    overrides: () => overrideApplications(operator, customers),
    clusters: () => addClusters(operator, customers),
    inventory: () => tendInventory(engineer, customers),
    imports: async () => {
      if (imported !== undefined) await addImports(engineer, imported);
    },
    copies: () => copyTemplates(operator, customers),
    schedules: () => addSchedules(operator),
  };
}

/** Performs every step, also after one that failed; what exists stays as it is. Returns the failed steps. */
export async function prepareStory(needs: StoryNeeds): Promise<readonly FailedStep[]> {
  const failed: FailedStep[] = [];
  for (const [step, perform] of Object.entries(await stepsOf(needs)))
    try {
      await perform();
    } catch (err) {
      failed.push({ step, err });
    }
  return failed;
}

const PAUSE_MS = 5_000;
/** The alarms of the story run within a few windows; after this the story goes without them. */
const PATIENCE_MS = 15 * 60_000;

/** Assigns an alarm that is not assigned yet. */
async function assign(
  { call }: StoryClient,
  {
    customerId,
    row,
    username,
  }: { readonly customerId: number; readonly row: AlarmRow; readonly username: string },
): Promise<void> {
  if (row.assigned !== undefined) return;
  const params = { customerId };
  const { users } = await call(listAssignees, { params, query: { search: username } });
  const user = users.find((each) => each.username === username);
  if (user === undefined) return;
  const { alarm, element } = row;
  const to = { kind: 'user', id: user.id } as const;
  await call(assignAlarms, { params, body: { alarms: [{ alarm, element, seen: null }], to } });
}

/** Acknowledges the alarm of a note; returns whether it ran. */
async function acknowledge(
  { cast, fleet }: StoryNeeds,
  customers: ReadonlyMap<string, number>,
  { customer, alarm, by, note, untilWorse, assignedTo }: (typeof notes)[number],
): Promise<boolean> {
  const customerId = customers.get(customer);
  const site = storyDevice(fleet.devices, customer)?.site;
  // A small demonstration lacks some customers.
  if (customerId === undefined || site === undefined) return true;
  const { call } = cast.operators[by];
  const { alarms } = await call(readAlerts, { params: { customerId } });
  const row = alarms.find(({ name, siteName }) => name === alarm && siteName === site);
  if (row === undefined) return false;
  if (assignedTo !== undefined) await assign(cast.operators[by], { customerId, row, username: assignedTo });
  if (row.acknowledged !== undefined) return true;
  const params = { customerId, alarm: row.alarm, element: row.element };
  await call(acknowledgeAlarm, { params, body: { note, until: null, untilWorse } });
  return true;
}

/** Acknowledges the alarms of the story as they start to run; returns how many did. */
export async function acknowledgeStory(needs: StoryNeeds): Promise<number> {
  const { clock } = needs;
  const customers = await customersOf(needs.cast.operators['ines.marchal']);
  const until = clock.now().getTime() + PATIENCE_MS;
  let left = [...notes];
  while (left.length > 0 && clock.now().getTime() < until) {
    const done = await Promise.all(left.map((each) => acknowledge(needs, customers, each)));
    left = left.filter((_, at) => done[at] === false);
    if (left.length > 0) await clock.wait(PAUSE_MS);
  }
  return notes.length - left.length;
}
