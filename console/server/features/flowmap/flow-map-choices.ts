import type { z } from 'zod';
import { applicationName } from '#schemas/application/application-name.ts';
import type { FlowMapChoices, FlowMapChoicesRequest } from '#schemas/flowmap/flow-map.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import { compareNames } from '#schemas/order/name-order.ts';
import { foldForSearch } from '#schemas/search/fold.ts';
import { sitesSeenBy, type Caller } from '../../kernel/access/caller.ts';

/** Sites or applications of a response besides those that are chosen. */
const MOST = 200;

interface Named {
  readonly name: string;
}

/** Those with a text in their name, in the order of names, and those that are chosen. */
function found<One extends Named>(
  all: readonly One[],
  search: string,
  isChosen: (one: One) => boolean,
): One[] {
  const text = foldForSearch(search);
  const [chosen, others] = [all.filter(isChosen), all.filter((one) => !isChosen(one))];
  const matching = others.filter(({ name }) => foldForSearch(name).includes(text));
  return [...chosen, ...matching.sort((a, b) => compareNames(a.name, b.name)).slice(0, MOST)];
}

/** What the flow map of a customer can be limited to. */
export function flowMapChoices(
  { sites, targets }: Inventory,
  { caller, customer }: { readonly caller: Pick<Caller, 'sites'>; readonly customer: number },
  { site, application, chosen }: z.output<typeof FlowMapChoicesRequest>,
): FlowMapChoices {
  const seen = sitesSeenBy(caller, customer);
  const isSeen = (id: number): boolean => seen?.has(id) !== false;
  const own = [...sites.values()].filter((one) => one.customer === customer && isSeen(one.id));
  const names = new Map<number, string>();
  for (const target of targets?.flows.values() ?? [])
    if (target.customer === customer && target.kind === 'application' && isSeen(target.site))
      names.set(target.detail, target.name === '' ? applicationName(target.detail) : target.name);
  for (const number of chosen.applications)
    if (!names.has(number)) names.set(number, applicationName(number));
  const applications = [...names].map(([number, name]) => ({ number, name }));
  const [chosenSites, chosenApplications] = [new Set(chosen.sites), new Set(chosen.applications)];
  return {
    sites: found(
      own.map(({ id, name, city }) => ({ id, name, city })),
      site,
      ({ id }) => chosenSites.has(id),
    ),
    applications: found(applications, application, ({ number }) => chosenApplications.has(number)),
  };
}
