import type { Db } from '#platform/postgres/postgres.ts';
import type { Permission } from '#schemas/permission/catalogue.ts';
import { accessTo, isShared } from '#schemas/resource/access.ts';
import type { Viewer } from '#schemas/resource/access.ts';
import { resourceKindNames, rightsOf } from '#schemas/resource/kind.ts';
import type { ExplainedRights } from '#schemas/user/explained-rights.ts';
import type { Why, WhyObject, WhyStep } from '#schemas/user/why.ts';
import { sitesSeenBy } from '../../kernel/access/caller.ts';
import type { Caller } from '../../kernel/access/caller.ts';
import { readCallers, readCustomers } from '../../kernel/access/read-callers.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { readStored } from '../../shared/resource/stored-resource.ts';
import type { StoredResource } from '../../shared/resource/stored-resource.ts';
import { viewerOf } from '../../shared/resource/viewer.ts';
import { explainUser } from './explain-user.ts';

/** The user as every request of his is decided for, and what is known of where his rights come from. */
interface Asked {
  readonly db: Db;
  readonly caller: Caller;
  readonly user: Caller;
  readonly explained: ExplainedRights;
}

const rightStep = ({ user, explained }: Asked, permission: Permission): WhyStep => ({
  is: 'right',
  ok: user.permissions.has(permission),
  permission,
  right: explained.permissions.find((one) => one.permission === permission) ?? null,
});

/** A customer that the asker does not see is nothing that he asks about. */
function customerStep({ caller, user, explained }: Asked, customer: number): WhyStep {
  const known = caller.customers.get(customer);
  if (known === undefined) throw new ProblemError('NOT_FOUND');
  const through = explained.customers.find(({ id }) => id === customer)?.through ?? [];
  return { is: 'customer', ok: user.customers.has(customer), name: known.name, through };
}

/** An element with the site that it is at, as far as the asker sees it. */
async function findElement({ db, caller }: Asked, element: number) {
  const row = await db
    .selectFrom('network_element as element')
    .leftJoin('network_element as parent', 'parent.id', 'element.parent_id')
    .select(['element.customer_id as customer', 'element.name'])
    .select(({ fn }) => fn.coalesce('parent.parent_id', 'parent.id', 'element.id').as('site'))
    .where('element.id', '=', element)
    .where('element.kind', 'in', ['site', 'device', 'interface'])
    .executeTakeFirst();
  if (row === undefined || sitesSeenBy(caller, row.customer)?.has(row.site) === false)
    throw new ProblemError('NOT_FOUND');
  return row;
}

async function elementSteps(asked: Asked, element: number): Promise<Why> {
  const { user, explained } = asked;
  const { customer, name, site } = await findElement(asked, element);
  const seen = sitesSeenBy(user, customer);
  const ok = seen?.has(site) !== false;
  const regions = explained.customers.find(({ id }) => id === customer)?.regions ?? [];
  return {
    allowed: user.customers.has(customer) && ok,
    steps: [customerStep(asked, customer), { is: 'site', ok, name, restricted: seen !== undefined, regions }],
  };
}

type Reason = Extract<WhyStep, { is: 'resource' }>['why'];

function templateReason({ owner, share }: StoredResource, viewer: Viewer, ok: boolean): Reason {
  if (owner === viewer.id) return 'owner';
  if (isShared(share)) return ok ? 'shared' : 'shared-with-others';
  return ok ? 'unshared-extra' : 'unshared';
}

function placedReason({ visibility, owner }: StoredResource, viewer: Viewer, ok: boolean): Reason {
  if (visibility === 'public') return 'public';
  if (owner === viewer.id) return ok ? 'owner' : 'private-right';
  return ok ? 'private-extra' : 'private-of-others';
}

/** The rule that decides is asked with every other condition met: whether the resource itself is open to the user. */
function resourceStep(stored: StoredResource, viewer: Viewer): WhyStep {
  const rights = rightsOf(stored.kind);
  const needed = (stored.customer === null ? rights.template : rights.customer)?.read;
  const met = {
    ...viewer,
    permissions: new Set([...viewer.permissions, ...(needed === undefined ? [] : [needed])]),
    customers: new Set([...viewer.customers, ...(stored.customer === null ? [] : [stored.customer])]),
  };
  const ok = accessTo(stored, met).read;
  const why = (stored.customer === null ? templateReason : placedReason)(stored, viewer, ok);
  return { is: 'resource', ok, why };
}

async function resourceSteps(asked: Asked, id: number): Promise<Why> {
  const { db, caller, user } = asked;
  const row = await db.selectFrom('resource').select('kind').where('id', '=', id).executeTakeFirst();
  const kind = resourceKindNames.find((known) => known === row?.kind);
  const [stored] = kind === undefined ? [] : await readStored(db, kind, [id]);
  if (stored === undefined || !accessTo(stored, await viewerOf(db, caller)).read)
    throw new ProblemError('NOT_FOUND');
  const viewer = await viewerOf(db, user);
  const rights = rightsOf(stored.kind);
  const needed = (stored.customer === null ? rights.template : rights.customer)?.read;
  return {
    allowed: accessTo(stored, viewer).read,
    steps: [
      ...(needed === undefined ? [] : [rightStep(asked, needed)]),
      ...(stored.customer === null ? [] : [customerStep(asked, stored.customer)]),
      resourceStep(stored, viewer),
    ],
  };
}

/**
 * Whether a user may see something, and through what. Decided by what decides his requests: the caller that is read for him,
 * and the rules on sites and resources. Throws NOT_FOUND for a user or an object that the asker may not see.
 */
export async function whyUser(
  db: Db,
  caller: Caller,
  { id, ...object }: WhyObject & { readonly id: number },
): Promise<Why> {
  const explained = await explainUser(db, caller, id);
  const callers = await readCallers(db, [id], () => readCustomers(db));
  const user = callers.get(id);
  if (user === undefined) return { allowed: false, steps: [{ is: 'locked', ok: false }] };
  const asked = { db, caller, user, explained };
  if (object.element !== undefined) return elementSteps(asked, object.element);
  if (object.resource !== undefined) return resourceSteps(asked, object.resource);
  const step =
    object.permission === undefined
      ? customerStep(asked, object.customer ?? 0)
      : rightStep(asked, object.permission);
  return { allowed: step.ok, steps: [step] };
}
