import type { AcceptedKind } from '#schemas/table/acceptance.ts';
import { applyAccepted } from '../features/discovery/accept-proposals.ts';
import { acceptSdwanStep } from '../features/sdwan/proposal-repository.ts';
import type { AcceptStep } from '../shared/acceptance/acceptance-worker.ts';

const ofDiscovery: AcceptStep = (
  change,
  { subject_id: discovery, customer_id: customer, actor: { sites } },
  proposals,
) =>
  applyAccepted(change, {
    customer: customer ?? 0,
    discovery,
    proposals,
    reach: {
      customers: [customer ?? 0],
      restricted: sites === null ? [] : [customer ?? 0],
      sites: sites ?? [],
    },
  });

const ofManager: AcceptStep = async (change, { subject_id: id }, proposals) => {
  const server = await change.tx
    .selectFrom('sdwan_server')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return acceptSdwanStep(change, server, proposals);
};

/** How the proposals of each kind are applied. */
export const acceptanceSteps: Readonly<Record<AcceptedKind, AcceptStep>> = {
  discovery: ofDiscovery,
  sdwan: ofManager,
};
