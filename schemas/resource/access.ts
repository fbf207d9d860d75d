import type { Permission } from '../permission/catalogue.ts';
import { opensMultiClientSpace } from '../permission/grants.ts';
import { resourceRightsOf, type ResourceKind } from './kind.ts';
import type { EditPlace, PlacedVisibility, ResourceVisibility, Share } from './resource.ts';

/** The fields of a resource that determine access. */
export interface ProtectedResource {
  readonly kind: ResourceKind;
  readonly visibility: ResourceVisibility;
  readonly owner: number | null;
  /** Null: the multi-client space. */
  readonly customer: number | null;
  readonly share: Share;
}

export interface Viewer {
  readonly id: number;
  readonly permissions: ReadonlySet<Permission>;
  readonly customers: ReadonlySet<number>;
  /** Profiles of the viewer's customers. */
  readonly profiles: ReadonlySet<number>;
  /** Those of them without a customer that the viewer does not see. */
  readonly unrestrictedProfiles: ReadonlySet<number>;
  /** Owners of templates whose accounts the viewer sees. Unused for a viewer of every customer. */
  readonly owners: ReadonlySet<number>;
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

/** Whether a share includes a customer. */
export const shareReaches = (
  { everyone, profiles, clients }: Share,
  customer: { readonly id: number; readonly profile: number },
): boolean => everyone || profiles.includes(customer.profile) || clients.includes(customer.id);

/**
 * Whether a share also applies to customers that the viewer does not see. Viewers of some customers read such a resource
 * and do not change it for the others.
 */
export const reachesOthers = (
  { everyone, profiles, clients }: Share,
  {
    allCustomers,
    customers,
    unrestrictedProfiles,
  }: Pick<Viewer, 'allCustomers' | 'customers' | 'unrestrictedProfiles'>,
): boolean =>
  !allCustomers &&
  (everyone ||
    profiles.some((profile) => !unrestrictedProfiles.has(profile)) ||
    clients.some((client) => !customers.has(client)));

function concerns({ everyone, profiles, clients }: Share, viewer: Viewer): boolean {
  if (everyone || viewer.allCustomers) return true;
  return (
    profiles.some((profile) => viewer.profiles.has(profile)) ||
    clients.some((client) => viewer.customers.has(client))
  );
}

/** The extra permission reads what owners whose accounts the viewer sees have not shared. */
const readsUnshared = (owner: number | null, { permissions, allCustomers, owners }: Viewer): boolean =>
  permissions.has('EXTRA.UNSHARED.read') && (allCustomers || (owner !== null && owners.has(owner)));

/** Unshared: visible to its owner and with the extra permission. Shared: visible with access to one of the customers. */
function seesTemplate({ owner, share }: ProtectedResource, viewer: Viewer): boolean {
  if (owner === viewer.id) return true;
  return isShared(share) ? concerns(share, viewer) : readsUnshared(owner, viewer);
}

function templateAccess(resource: ProtectedResource, viewer: Viewer): ResourceAccess {
  const rights = resourceRightsOf(resource.kind).template;
  if (rights === undefined || !viewer.permissions.has(rights.read) || !seesTemplate(resource, viewer))
    return nothing;
  const { permissions } = viewer;
  if (!opensMultiClientSpace(permissions)) return nothing;
  const isWithin = !reachesOthers(resource.share, viewer);
  return {
    read: true,
    write: isWithin && permissions.has(rights.write),
    share: isWithin && permissions.has(rights.share),
  };
}

/**
 * Whether the data of a customer name a resource to a user who sees the customer, also without the permission for its page: unless it is
 * private to another user, or of the provider and not shared with the customer.
 */
export function isNamedIn(
  { customer, visibility, owner, share }: ProtectedResource,
  of: { readonly id: number; readonly profile: number },
  { id, permissions }: Pick<Viewer, 'id' | 'permissions'>,
): boolean {
  if (customer === null) return shareReaches(share, of);
  const isOpen = visibility !== 'private' || owner === id || permissions.has('EXTRA.PRIVATE.write');
  return customer === of.id && isOpen;
}

/** Private: the owner needs the permissions on private resources, other users the extra permission. */
function privateAccess(
  { owner }: ProtectedResource,
  { id, permissions }: Viewer,
): Omit<ResourceAccess, 'share'> {
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

/** Returns the access of a viewer in the resource's own space. Resources the viewer cannot read are NOT_FOUND. */
export const accessTo = (resource: ProtectedResource, viewer: Viewer): ResourceAccess =>
  resource.customer === null
    ? templateAccess(resource, viewer)
    : customerAccess(resource, viewer, resource.customer);

/** Returns where to edit: shared resources are read in a customer space and edited in the multi-client space. */
export function editPlace(resource: ProtectedResource, viewer: Viewer): EditPlace {
  if (!accessTo(resource, viewer).write) return 'nowhere';
  return resource.customer === null ? 'multi-client' : 'here';
}

/** Whether the viewer sees, in the space of the customer, a resource shared by the provider. */
export function canSeeShared(
  resource: ProtectedResource,
  customer: { readonly id: number; readonly profile: number },
  { customers, permissions }: Pick<Viewer, 'customers' | 'permissions'>,
): boolean {
  const right = resourceRightsOf(resource.kind).customer?.read;
  if (right === undefined || resource.customer !== null) return false;
  return customers.has(customer.id) && permissions.has(right) && shareReaches(resource.share, customer);
}

/** Editing or deleting a resource of another owner requires confirmation. */
export const isOwnedByOther = (owner: { readonly id: number } | null, viewer: number): boolean =>
  owner !== null && owner.id !== viewer;

/** Whether a new resource of a kind is its author's until they share it. Home pages and reports are made for others from the start. */
export const isPrivateFirst = (kind: ResourceKind): boolean => kind === 'dashboard';

/** The visibility of a new resource in a customer space whose author states none: private ones need the permission for them. */
export const firstVisibility = (kind: ResourceKind, mayBePrivate: () => boolean): PlacedVisibility =>
  isPrivateFirst(kind) && mayBePrivate() ? 'private' : 'public';
