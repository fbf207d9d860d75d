import { listRecordings, startRecording } from '#schemas/debug/routes.ts';
import { listInventory } from '#schemas/inventory/list/routes.ts';
import type { StoryClient } from './story-client.ts';

const MINUTES = 15;
const MAX_BYTES = 100_000_000;

interface RecordingPlace {
  /** Ids by client id. */
  readonly customers: ReadonlyMap<string, number>;
  readonly siteOf: (clientId: string) => string | undefined;
}

/** A recording of a site of the first customer, started by an operator on behalf of a ticket. */
export async function startStoryRecording(
  { call }: StoryClient,
  { customers, siteOf }: RecordingPlace,
): Promise<void> {
  const { recordings } = await call(listRecordings);
  const [first] = customers;
  if (recordings.length > 0 || first === undefined) return;
  const [clientId, customerId] = first;
  const { elements } = await call(listInventory, {
    params: { customerId, kind: 'site' },
    query: { count: 1_000 },
  });
  const site = elements.find(({ name }) => name === siteOf(clientId))?.id;
  if (site === undefined) return;
  const body = { site, minutes: MINUTES, maxBytes: MAX_BYTES, comment: 'INC-20417: duplicate flows?' };
  await call(startRecording, { body });
}
