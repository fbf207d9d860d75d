import type { Proposal } from '#schemas/discovery/proposal.ts';
import type { DiscoveryRun } from '#schemas/discovery/routes.ts';
import type { DiscoveryFault } from '#schemas/discovery/run.ts';
import type { SnmpSettings } from '#schemas/inventory/snmp-access.ts';
import type { TextLanguage } from '#schemas/problem/definition.ts';
import { problemText } from '#schemas/problem/problem.ts';
import type { discoveryProposal, discoveryRun } from '#schemas/table/discovery.ts';
import type { Row } from '#schemas/table/relation.ts';
import type { SiteReach } from '../../kernel/access/site-reach.ts';

export interface ListedRunRow extends Row<typeof discoveryRun> {
  readonly site_name: string;
  readonly open: number | null;
}

/** The credential without its secrets. */
const credentialText = ({ version, user }: SnmpSettings): string =>
  version === 'v3' ? `v3 ${user ?? ''}` : version;

const isoOrNull = (date: Date | null): string | null => date?.toISOString() ?? null;

/** A run whose fault has no text yet. */
export interface StoredRun extends Omit<DiscoveryRun, 'fault'> {
  readonly fault: DiscoveryFault | null;
}

/** The run in the language of a reply. */
export const translatedRun = ({ fault, ...run }: StoredRun, language: TextLanguage): DiscoveryRun => ({
  ...run,
  fault: fault === null ? null : { code: fault, message: problemText(fault, language) },
});

/** At a customer with restricted sites, devices of other sites are left out. */
const isSiteInReach = ({ restricted, sites }: SiteReach, customer: number, site: number): boolean =>
  !restricted.includes(customer) || sites.includes(site);

export const shownRun = (row: ListedRunRow, reach: SiteReach): StoredRun => ({
  id: row.id,
  customer: row.customer_id,
  site: row.site_id,
  siteName: row.site_name,
  state: row.state,
  ranges: row.request.ranges,
  credentials: row.request.credentials.map(credentialText),
  options: row.request.options,
  progress: row.progress,
  open: row.open ?? 0,
  repeatOf: row.repeat_of,
  unanswered: row.unanswered.filter(({ site }) => isSiteInReach(reach, row.customer_id, site)),
  fault: row.fault,
  createdAt: row.created_at.toISOString(),
  createdBy: row.created_by,
  startedAt: isoOrNull(row.started_at),
  endedAt: isoOrNull(row.ended_at),
});

export const shownProposal = (row: Row<typeof discoveryProposal>): Proposal => ({
  id: row.id,
  change: row.change,
  kind: row.kind,
  name: row.name,
  element: row.element_id,
  parent: row.parent_id,
  fields: [...row.fields],
  state: row.state,
  decidedBy: row.decided_by,
  decidedAt: isoOrNull(row.decided_at),
});
