import type { AcceptanceStop } from '#schemas/acceptance/acceptance.ts';
import { acceptProposals } from '#schemas/discovery/routes.ts';
import { acceptSdwanProposals } from '#schemas/sdwan/routes.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import { readCallers, readCustomers } from '../../kernel/access/read-callers.ts';
import type { Tx } from '../../kernel/audit/audit-trail.ts';
import { narrowByToken, readToken } from '../../kernel/token/read-token.ts';
import type { AcceptanceRow } from './acceptance-runs.ts';

/** What the user of an acceptance may still do: the sites they see, or why nothing more is accepted for them. */
type AcceptanceRights =
  | { readonly ok: true; readonly sites: readonly number[] | null }
  | { readonly ok: false; readonly reason: AcceptanceStop };

/** The sites that the user saw at the start and sees now; null: all. */
function sitesLeft(
  before: readonly number[] | null,
  now: ReadonlySet<number> | undefined,
): readonly number[] | null {
  if (now === undefined) return before;
  return before === null ? [...now] : before.filter((site) => now.has(site));
}

const stop = (reason: AcceptanceStop) => ({ ok: false, reason }) as const;

function discoveryRights(run: AcceptanceRow, caller: Caller, site: number | undefined): AcceptanceRights {
  const customer = run.customer_id ?? 0;
  if (!caller.customers.has(customer)) return stop('reach');
  const sites = sitesLeft(run.actor.sites, caller.sites.get(customer));
  return sites === null || sites.includes(site ?? 0) ? { ok: true, sites } : stop('reach');
}

/** Decides by the rules of the routes that start an acceptance. `site`: that of the discovery. */
function acceptanceRights(
  run: AcceptanceRow,
  { caller, site }: { readonly caller: Caller; readonly site: number | undefined },
): AcceptanceRights {
  const { needs } = run.kind === 'discovery' ? acceptProposals : acceptSdwanProposals;
  if (!caller.permissions.has(needs)) return stop('permission');
  if (run.kind === 'discovery') return discoveryRights(run, caller, site);
  return caller.allCustomers ? { ok: true, sites: run.actor.sites } : stop('reach');
}

async function siteOf(tx: Tx, { kind, subject_id: id }: AcceptanceRow): Promise<number | undefined> {
  if (kind !== 'discovery') return undefined;
  const row = await tx.selectFrom('discovery_run').select('site_id').where('id', '=', id).executeTakeFirst();
  return row?.site_id ?? undefined;
}

/** Restricts the user by the token that started the acceptance. Undefined when it no longer works, as for a request with it. */
async function throughToken(
  tx: Tx,
  { token }: AcceptanceRow['actor'],
  { owner, now }: { readonly owner: Caller; readonly now: Date },
): Promise<Caller | undefined> {
  if (token === undefined) return owner;
  const found = owner.permissions.has('API.read') ? await readToken(tx, { id: token }, now) : undefined;
  return found && narrowByToken(tx, found, owner);
}

/** The rights of the user of an acceptance as they are now: they may have been withdrawn since its start, as may their API token. */
export async function readAcceptanceRights(tx: Tx, run: AcceptanceRow, now: Date): Promise<AcceptanceRights> {
  const { actorId } = run.actor;
  const callers = await readCallers(tx, actorId === null ? [] : [actorId], () => readCustomers(tx));
  const owner = callers.get(actorId ?? 0);
  if (owner === undefined) return stop('account');
  const caller = await throughToken(tx, run.actor, { owner, now });
  if (caller === undefined) return stop('token');
  return acceptanceRights(run, { caller, site: await siteOf(tx, run) });
}
