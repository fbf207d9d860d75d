import type { z } from 'zod';
import type { QosModel } from '#schemas/qos/model.ts';
import type { QosClassDraft } from '#schemas/qos/qos-class.ts';
import { customerQos, providerQos, updateQosBasis } from '#schemas/qos/routes.ts';
import type { StoryClient } from './story-client.ts';

type Draft = z.input<typeof QosClassDraft>;

/** The classes of the provider, by the class maps of its routers and by what its customers mark. */
const provided: readonly Draft[] = [
  {
    name: 'Voice',
    description: 'Telephony, real time',
    colour: 'green',
    share: 15,
    dscp: ['EF'],
    classMaps: [{ name: 'VOICE*' }],
    queues: ['queue0'],
  },
  {
    name: 'Video',
    description: 'Meetings',
    colour: 'violet',
    share: 25,
    dscp: ['AF41', 'AF42', 'AF43', 'CS4'],
    classMaps: [{ vendor: 'Cisco', name: 'VIDEO' }],
    queues: ['queue1'],
  },
  {
    name: 'Business',
    description: 'Applications that a customer names',
    colour: 'blue',
    share: 35,
    dscp: ['AF21', 'AF22', 'AF23'],
    classMaps: [{ vendor: 'Cisco', name: 'BUSINESS' }],
    queues: ['queue2'],
  },
  {
    name: 'Control',
    description: 'Routing and supervision',
    colour: 'orange',
    share: 5,
    dscp: ['CS2', 'CS6', 'CS7'],
    classMaps: [{ name: '*CONTROL*' }],
    queues: ['queue7'],
  },
  {
    name: 'Bulk',
    description: 'Files, copies and mail',
    colour: 'ochre',
    share: 10,
    dscp: ['AF11', 'AF12', 'AF13', 'CS1'],
    classMaps: [{ name: '*BULK*' }],
    queues: ['queue4'],
  },
  {
    name: 'Best effort',
    description: 'Everything else',
    colour: 'grey',
    share: 10,
    dscp: ['CS0'],
    classMaps: [{ name: 'class-default' }],
    queues: ['queue3'],
  },
];

/** A customer with classes of its own alone: it has no video class, so the one on its routers maps to nothing. */
const ownCustomer = 'nordhaven';
const own: readonly Draft[] = [
  {
    name: 'Telephony',
    description: 'Calls of terminals and depots',
    colour: 'rust',
    share: 20,
    dscp: ['EF'],
    classMaps: [{ name: 'VOICE*' }],
  },
  {
    name: 'Terminal control',
    description: 'Cranes, gates and weighing',
    colour: 'cyan',
    share: 50,
    dscp: ['AF21'],
    classMaps: [{ name: 'BUSINESS' }],
  },
  {
    name: 'Best effort',
    description: '',
    colour: 'grey',
    share: 30,
    dscp: ['CS0', 'CS1'],
    classMaps: [{ name: 'class-default' }],
  },
];

/** Adds the classes that a model lacks, one after the other: each change names the version that it has seen. */
async function addMissing(
  drafts: readonly Draft[],
  model: QosModel,
  add: (draft: Draft, version: number) => Promise<QosModel>,
): Promise<void> {
  const known = new Set(model.classes.map(({ name }) => name));
  let { version } = model;
  for (const draft of drafts) if (!known.has(draft.name)) ({ version } = await add(draft, version));
}

/** Classes of service of the provider, and of one customer. */
export async function addClassesOfService(
  { call }: StoryClient,
  customers: ReadonlyMap<string, number>,
): Promise<void> {
  await addMissing(provided, await call(providerQos.read), (draft, version) =>
    call(providerQos.create, { body: { class: draft, version } }),
  );
  const customerId = customers.get(ownCustomer);
  if (customerId === undefined) return;
  const params = { customerId };
  const before = await call(customerQos.read, { params });
  const { version } = before;
  const model =
    before.basis === 'own' ? before : await call(updateQosBasis, { params, body: { basis: 'own', version } });
  await addMissing(own, model, (draft, seen) =>
    call(customerQos.create, { params, body: { class: draft, version: seen } }),
  );
}
