import { sql } from 'kysely';
import type { Removal } from '#schemas/provisioning/removal-brake.ts';
import type { SiteReach } from '../../kernel/access/site-reach.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { readElementPaths } from '../../shared/element/element-paths.ts';
import { auditElements, type AuditedElement } from '../../shared/element/audit-elements.ts';
import type { AcceptingChange } from '../../shared/acceptance/acceptance-worker.ts';
import type { Acceptance } from './acceptance.ts';
import { applyProposal, type ProposalRow } from './apply-proposal.ts';
import { canMoveTo } from './moved-device.ts';
import { isAddressTaken } from './place-device.ts';
import { isProposalInReach } from './proposal-reach.ts';

export interface AcceptedProposals {
  readonly customer: number;
  readonly reach: SiteReach;
  readonly discovery: number;
  readonly proposals: 'all' | readonly number[];
}

/** The open proposals to accept, each after the proposal of the new device that it belongs to. */
async function readAccepted(
  { tx }: AcceptingChange,
  { customer, discovery, proposals, reach }: AcceptedProposals,
): Promise<readonly ProposalRow[]> {
  const open = tx
    .selectFrom('discovery_proposal')
    .selectAll()
    .where('customer_id', '=', customer)
    .where('run_id', '=', discovery)
    .where('state', '=', 'open')
    .where(isProposalInReach('discovery_proposal', reach))
    .orderBy('id');
  if (proposals === 'all') return open.execute();
  const ids = sql`${[...proposals]}::integer[]`;
  return open
    .where(
      sql<boolean>`(id = ANY (${ids}) OR id IN (
        SELECT part.parent_id FROM discovery_proposal AS part WHERE part.id = ANY (${ids}) AND part.run_id = ${discovery}
      ))`,
    )
    .execute();
}

/** The ids of the proposals to accept, in the order in which they are accepted, and how many elements of a kind have vanished. */
export async function readAcceptedIds(
  change: AcceptingChange,
  accepted: AcceptedProposals,
): Promise<readonly Pick<ProposalRow, 'id' | 'change' | 'kind'>[]> {
  await lockFinishedRun(change, accepted);
  const rows = await readAccepted(change, accepted);
  return rows.map(({ id, change: what, kind }) => ({ id, change: what, kind }));
}

/** Elements of the site of a discovery by kind, of which some have vanished. */
export async function countVanished(
  { tx }: Pick<AcceptingChange, 'tx'>,
  { customer, discovery }: Pick<AcceptedProposals, 'customer' | 'discovery'>,
  accepted: readonly Pick<ProposalRow, 'change' | 'kind'>[],
): Promise<readonly Removal[]> {
  const { rows } = await sql<{ readonly kind: string; readonly had: number }>`
    WITH here AS (
      SELECT element.id FROM network_element AS element JOIN discovery_run AS run ON run.site_id = element.parent_id
      WHERE run.id = ${discovery} AND element.customer_id = ${customer} AND element.kind = 'device'
    )
    SELECT kind, count(*)::integer AS had FROM network_element
    WHERE customer_id = ${customer} AND active AND (id IN (SELECT id FROM here) OR parent_id IN (SELECT id FROM here))
    GROUP BY kind
  `.execute(tx);
  return rows.map(({ kind, had }) => ({
    had,
    lacks: accepted.filter((one) => one.change === 'vanished' && one.kind === kind).length,
  }));
}

/** The element of a proposal, with its fields before and after. */
function auditedElement(
  { kind, name, change, fields }: ProposalRow,
  placed: AuditedElement['element'],
): AuditedElement {
  const side = (of: 'before' | 'after') => Object.fromEntries(fields.map((field) => [field.name, field[of]]));
  return {
    element: placed && { id: placed.id, site: placed.site, customer: placed.customer },
    kind,
    name,
    before: change === 'added' ? undefined : side('before'),
    after: change === 'vanished' ? undefined : side('after'),
  };
}

/** Locks the discovery. Throws NOT_FOUND, DISCOVERY_NOT_FINISHED. */
async function lockFinishedRun(
  { tx }: AcceptingChange,
  { discovery, customer }: AcceptedProposals,
): Promise<Acceptance['request']> {
  const { rows } = await sql<{ state: string; request: Acceptance['request'] }>`
    SELECT state, request FROM discovery_run WHERE id = ${discovery} AND customer_id = ${customer} FOR UPDATE
  `.execute(tx);
  const [run] = rows;
  if (run === undefined) throw new ProblemError('NOT_FOUND');
  if (run.state !== 'finished') throw new ProblemError('DISCOVERY_NOT_FINISHED');
  return run.request;
}

/** Whether the proposal moves a device to where it cannot move, or to the address of another one: it stays open in full. */
async function isHeld(
  acceptance: Acceptance,
  { content, change, name, element_id: id }: ProposalRow,
): Promise<boolean> {
  if (content.kind !== 'device' || content.found === null) return false;
  const { found, site } = content;
  if (site !== undefined && id !== null && !(await canMoveTo(acceptance, id, site))) return true;
  const known = change === 'added' ? undefined : (id ?? undefined);
  return isAddressTaken(acceptance, { name, found, known });
}

/** Numbers of proposals. */
export interface Accepted {
  readonly accepted: number;
  /**
   * They stay open: moves to a site at which another device has the name of the device, or that the user does not see, and devices at the
   * address of another one, with their parts.
   */
  readonly held: number;
}

/** Applies the requested proposals to the inventory, without those that are held. */
export async function applyAccepted(change: AcceptingChange, accepted: AcceptedProposals): Promise<Accepted> {
  const { tx, actor, now: at } = change;
  const { customer, discovery, reach, proposals } = accepted;
  const by = actor.caller.username;
  const request = await lockFinishedRun(change, accepted);
  const open = await readAccepted(change, accepted);
  const seen = reach.restricted.includes(customer) ? new Set(reach.sites) : undefined;
  const acceptance = { tx, customer, seen, discovery, request, by, at };
  const rows: ProposalRow[] = [];
  const held = new Set<number>();
  const applied = new Map<number, number>();
  for (const row of open) {
    // So are the parts of a new device, without which they have no place.
    if (held.has(row.parent_id ?? 0) || (await isHeld(acceptance, row))) {
      held.add(row.id);
      continue;
    }
    rows.push(row);
    const element = await applyProposal(acceptance, row);
    await tx
      .updateTable('discovery_proposal')
      .set({ state: 'accepted', element_id: element, decided_by: by, decided_at: at })
      .where('customer_id', '=', customer)
      .where('id', '=', row.id)
      .execute();
    if (element !== null) applied.set(row.id, element);
  }
  const paths = await readElementPaths(tx, [...new Set(applied.values())]);
  const placed = new Map(paths.map((path) => [path.id, path] as const));
  await auditElements(tx, actor.audit, {
    action: 'discovery.accept',
    subject: 'discovery',
    subjectId: discovery,
    customer,
    elements: rows.map((row) => auditedElement(row, placed.get(applied.get(row.id) ?? 0))),
    note: { accepted: rows.length },
  });
  const isOfStep = (id: number): boolean => proposals === 'all' || proposals.includes(id);
  return { accepted: rows.length, held: [...held].filter(isOfStep).length };
}
