import type { Permission } from '../permission/catalogue.ts';
import { opensMultiClientSpace } from '../permission/grants.ts';
import { resourceRightsOf } from './kind.ts';
import type { ResourceKind } from './kind.ts';
import type { EditPlace, ResourceVisibility, Share } from './resource.ts';

/** What decides who may do what with a resource. */
export interface ProtectedResource {
  readonly kind: ResourceKind;
  readonly visibility: ResourceVisibility;
  readonly owner: number | null;
  /** Null: in the multi-client space. */
  readonly customer: number | null;
  readonly share: Share;
}

export interface Viewer {
  readonly id: number;
  readonly permissions: ReadonlySet<Permission>;
  readonly customers: ReadonlySet<number>;
  /** Profiles that customers of his have. */
  readonly profiles: ReadonlySet<number>;
  readonly allCustomers: boolean;
}

export interface ResourceAccess {
  readonly read: boolean;
  readonly write: boolean;
  readonly share: boolean;
}

const nothing: ResourceAccess = { read: false, write: false, share: false };

export const isShared = ({ everyone, profiles, clients }: Share): boolean =>
  everyone || profiles.length > 0 || clients.length > 0;

/** Whether a share reaches a customer. */
export const shareReaches = (
  { everyone, profiles, clients }: Share,
  customer: { readonly id: number; readonly profile: number },
): boolean => everyone || profiles.includes(customer.profile) || clients.includes(customer.id);

function concerns({ everyone, profiles, clients }: Share, viewer: Viewer): boolean {
  if (everyone || viewer.allCustomers) return true;
  return (
    profiles.some((profile) => viewer.profiles.has(profile)) ||
    clients.some((client) => viewer.customers.has(client))
  );
}

/** Not shared yet: seen by its owner, and by who holds the extra right. Shared: by who sees one of those customers. */
function seesTemplate({ owner, share }: ProtectedResource, viewer: Viewer): boolean {
  if (owner === viewer.id) return true;
  return isShared(share) ? concerns(share, viewer) : viewer.permissions.has('EXTRA.UNSHARED.read');
}

function templateAccess(resource: ProtectedResource, viewer: Viewer): ResourceAccess {
  const rights = resourceRightsOf(resource.kind).template;
  if (rights === undefined || !viewer.permissions.has(rights.read) || !seesTemplate(resource, viewer))
    return nothing;
  const { permissions } = viewer;
  if (!opensMultiClientSpace(permissions)) return nothing;
  return { read: true, write: permissions.has(rights.write), share: permissions.has(rights.share) };
}

/** Private ones: the owner by the rights on private resources, others by the extra right. */
function privateAccess({ owner }: ProtectedResource, { id, permissions }: Viewer): Omit<ResourceAccess, 'share'> {
  const others = permissions.has('EXTRA.PRIVATE.write');
  if (owner !== id) return { read: others, write: others };
  return {
    read: permissions.has('PRIVATE.RESOURCE.read') || others,
    write: permissions.has('PRIVATE.RESOURCE.write') || others,
  };
}

function customerAccess(resource: ProtectedResource, viewer: Viewer, customer: number): ResourceAccess {
  const rights = resourceRightsOf(resource.kind).customer;
  const { permissions, customers } = viewer;
  if (rights === undefined || !customers.has(customer) || !permissions.has(rights.read)) return nothing;
  if (resource.visibility === 'private') return { ...privateAccess(resource, viewer), share: false };
  return { read: true, write: rights.write !== undefined && permissions.has(rights.write), share: false };
}

/** What a viewer may do with a resource where it lives. Who may not read it must not learn that it exists. */
export const accessTo = (resource: ProtectedResource, viewer: Viewer): ResourceAccess =>
  resource.customer === null
    ? templateAccess(resource, viewer)
    : customerAccess(resource, viewer, resource.customer);

/** What is shared between customers is read in the space of one, and edited in the multi-client space. */
export function editPlace(resource: ProtectedResource, viewer: Viewer): EditPlace {
  if (!accessTo(resource, viewer).write) return 'nowhere';
  return resource.customer === null ? 'multi-client' : 'here';
}

/** Whether somebody sees, in the space of this customer, what the provider shares with it. */
export function canSeeShared(
  resource: ProtectedResource,
  customer: { readonly id: number; readonly profile: number },
  { customers, permissions }: Pick<Viewer, 'customers' | 'permissions'>,
): boolean {
  const right = resourceRightsOf(resource.kind).customer?.read;
  if (right === undefined || resource.customer !== null) return false;
  return customers.has(customer.id) && permissions.has(right) && shareReaches(resource.share, customer);
}

/** Editing or deleting what somebody else owns is warned of first. */
export const isOwnedByOther = (owner: { readonly id: number } | null, viewer: number): boolean =>
  owner !== null && owner.id !== viewer;
