import { sql } from 'kysely';
import type { SiteReach } from '../../kernel/access/site-reach.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { readElementPaths } from '../../shared/element/element-paths.ts';
import { auditElements } from '../../shared/element/audit-elements.ts';
import type { AuditedElement } from '../../shared/element/audit-elements.ts';
import type { Change } from '../../shared/repository/transact.ts';
import type { Acceptance } from './acceptance.ts';
import { applyProposal } from './apply-proposal.ts';
import type { ProposalRow } from './apply-proposal.ts';
import { canMoveTo } from './moved-device.ts';
import { isProposalInReach } from './proposal-reach.ts';

export interface AcceptedProposals {
  readonly customer: number;
  readonly reach: SiteReach;
  readonly discovery: number;
  readonly proposals: 'all' | readonly number[];
}

/** The open proposals to accept, each after the proposal of the new device that it belongs to. */
async function readWanted(
  { tx }: Change,
  { customer, discovery, proposals, reach }: AcceptedProposals,
): Promise<readonly ProposalRow[]> {
  const open = await tx
    .selectFrom('discovery_proposal')
    .selectAll()
    .where('customer_id', '=', customer)
    .where('run_id', '=', discovery)
    .where('state', '=', 'open')
    .where(isProposalInReach('discovery_proposal', reach))
    .orderBy('id')
    .execute();
  if (proposals === 'all') return open;
  const wanted = new Set(proposals);
  const parents = new Set(open.flatMap(({ id, parent_id }) => (wanted.has(id) ? (parent_id ?? []) : [])));
  return open.filter(({ id }) => wanted.has(id) || parents.has(id));
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
  { tx }: Change,
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

/** Whether the proposal moves a device to where it cannot move: it stays open as a whole, its new address included. */
async function isHeld(acceptance: Acceptance, { content, element_id: id }: ProposalRow): Promise<boolean> {
  const site = content.kind === 'device' ? content.site : undefined;
  return site !== undefined && id !== null && !(await canMoveTo(acceptance, id, site));
}

/** Numbers of proposals. */
export interface Accepted {
  readonly accepted: number;
  /** Moves to a site at which another device has the name of the device, or that the user does not see: they stay open. */
  readonly held: number;
}

/** Applies the wanted proposals to the inventory, without those that are held. */
export async function applyAccepted(change: Change, wanted: AcceptedProposals): Promise<Accepted> {
  const { tx, actor, now: at } = change;
  const { customer, discovery, reach } = wanted;
  const by = actor.caller.username;
  const request = await lockFinishedRun(change, wanted);
  const open = await readWanted(change, wanted);
  const seen = reach.restricted.includes(customer) ? new Set(reach.sites) : undefined;
  const acceptance = { tx, customer, seen, discovery, request, by, at };
  const rows: ProposalRow[] = [];
  const applied = new Map<number, number>();
  for (const row of open) {
    if (await isHeld(acceptance, row)) continue;
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
  return { accepted: rows.length, held: open.length - rows.length };
}
