import type { Db } from '#platform/postgres/postgres.ts';
import type { Permission } from '#schemas/permission/catalogue.ts';
import { accessTo, isShared, type Viewer } from '#schemas/resource/access.ts';
import { resourceKindNames, resourceRightsOf } from '#schemas/resource/kind.ts';
import type { ExplainedRights } from '#schemas/user/explained-rights.ts';
import type { AccessExplanation, AccessQuery, AccessStep } from '#schemas/user/access-explanation.ts';
import { sitesSeenBy, type Caller } from '../../kernel/access/caller.ts';
import { readCallers, readCustomers } from '../../kernel/access/read-callers.ts';
import { ProblemError } from '../../kernel/problem/problem-error.ts';
import { readStoredResources, type StoredResource } from '../../shared/resource/stored-resource.ts';
import { viewerOf } from '../../shared/resource/viewer.ts';
import { explainRightsOf } from './explain-rights.ts';

/** The user whose access is explained, as requests see them, and the origin of their permissions. */
interface ExplanationContext {
  readonly db: Db;
  readonly caller: Caller;
  readonly user: Caller;
  readonly explained: ExplainedRights;
}

const rightStep = ({ user, explained }: ExplanationContext, permission: Permission): AccessStep => ({
  is: 'right',
  ok: user.permissions.has(permission),
  permission,
  right: explained.permissions.find((one) => one.permission === permission) ?? null,
});

/** Throws NOT_FOUND for a customer that the caller does not see. */
function customerStep({ caller, user, explained }: ExplanationContext, customer: number): AccessStep {
  const known = caller.customers.get(customer);
  if (known === undefined) throw new ProblemError('NOT_FOUND');
  const through = explained.customers.find(({ id }) => id === customer)?.through ?? [];
  return { is: 'customer', ok: user.customers.has(customer), name: known.name, through };
}

/** An element with its site. Throws NOT_FOUND when the caller does not see it. */
async function findElement({ db, caller }: ExplanationContext, element: number) {
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

async function elementSteps(context: ExplanationContext, element: number): Promise<AccessExplanation> {
  const { user, explained } = context;
  const { customer, name, site } = await findElement(context, element);
  const seen = sitesSeenBy(user, customer);
  const ok = seen?.has(site) !== false;
  const regions = explained.customers.find(({ id }) => id === customer)?.regions ?? [];
  return {
    allowed: user.customers.has(customer) && ok,
    steps: [
      customerStep(context, customer),
      { is: 'site', ok, name, restricted: seen !== undefined, regions },
    ],
  };
}

type Reason = Extract<AccessStep, { is: 'resource' }>['reason'];

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

/** Evaluates the access rule with every other condition met, so that it shows whether the resource itself is open to the user. */
function resourceStep(stored: StoredResource, viewer: Viewer): AccessStep {
  const rights = resourceRightsOf(stored.kind);
  const needed = (stored.customer === null ? rights.template : rights.customer)?.read;
  const met = {
    ...viewer,
    permissions: new Set([...viewer.permissions, ...(needed === undefined ? [] : [needed])]),
    customers: new Set([...viewer.customers, ...(stored.customer === null ? [] : [stored.customer])]),
  };
  const ok = accessTo(stored, met).read;
  const reason = (stored.customer === null ? templateReason : placedReason)(stored, viewer, ok);
  return { is: 'resource', ok, reason };
}

async function resourceSteps(context: ExplanationContext, id: number): Promise<AccessExplanation> {
  const { db, caller, user } = context;
  const row = await db.selectFrom('resource').select('kind').where('id', '=', id).executeTakeFirst();
  const kind = resourceKindNames.find((known) => known === row?.kind);
  const [stored] = kind === undefined ? [] : await readStoredResources(db, kind, [id]);
  if (stored === undefined || !accessTo(stored, await viewerOf(db, caller)).read)
    throw new ProblemError('NOT_FOUND');
  const viewer = await viewerOf(db, user);
  const rights = resourceRightsOf(stored.kind);
  const needed = (stored.customer === null ? rights.template : rights.customer)?.read;
  return {
    allowed: accessTo(stored, viewer).read,
    steps: [
      ...(needed === undefined ? [] : [rightStep(context, needed)]),
      ...(stored.customer === null ? [] : [customerStep(context, stored.customer)]),
      resourceStep(stored, viewer),
    ],
  };
}

/**
 * Explains whether a user may see an object, and through which grants. Evaluates the same caller and the same rules as requests of
 * the user. Throws NOT_FOUND for a user or an object that the caller may not see.
 */
export async function explainAccess(
  db: Db,
  caller: Caller,
  { id, ...object }: AccessQuery & { readonly id: number },
): Promise<AccessExplanation> {
  const explained = await explainRightsOf(db, caller, id);
  const callers = await readCallers(db, [id], () => readCustomers(db));
  const user = callers.get(id);
  if (user === undefined) return { allowed: false, steps: [{ is: 'locked', ok: false }] };
  const context = { db, caller, user, explained };
  if (object.element !== undefined) return elementSteps(context, object.element);
  if (object.resource !== undefined) return resourceSteps(context, object.resource);
  const step =
    object.permission === undefined
      ? customerStep(context, object.customer ?? 0)
      : rightStep(context, object.permission);
  return { allowed: step.ok, steps: [step] };
}
