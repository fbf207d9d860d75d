import { z } from 'zod';
import { selectionLimits } from '../limit/selection.ts';
import { API, route } from '../route.ts';
import { resourceKinds, sharedKinds, type SharedKind, type TemplateKind } from '../resource/kind.ts';
import { resourceLimits, ResourceSummary, Share } from '../resource/resource.ts';
import { Line } from '../text/line.ts';

const params = z.strictObject({ resourceId: z.coerce.number().int().positive() });
const version = z.int().positive();

/** Recipients available to the caller: own customers, and profiles whose customers are all visible. */
export const ShareTargets = z.strictObject({
  /** Requires access to every customer. */
  everyone: z.boolean(),
  profiles: z.array(z.strictObject({ id: z.number(), name: z.string(), clients: z.number() })),
  clients: z.array(z.strictObject({ id: z.number(), name: z.string(), profile: z.string() })),
});
export type ShareTargets = z.infer<typeof ShareTargets>;

const path = (kind: TemplateKind): string => `${API}/mt/share-resource/${kind}`;
const shareRightOf = <K extends TemplateKind>(kind: K): (typeof resourceKinds)[K]['template']['share'] =>
  resourceKinds[kind].template.share;
const writeRightOf = <K extends TemplateKind>(kind: K): (typeof resourceKinds)[K]['template']['write'] =>
  resourceKinds[kind].template.write;

/** A change of status with a comment. */
export const StatusChange = z.strictObject({
  version,
  active: z.boolean(),
  comment: Line.max(resourceLimits.commentMax).default(''),
});
export const OwnerChange = z.strictObject({ version, owner: z.int().positive() });

const listRoute = <const K extends TemplateKind>(kind: K, what: string) =>
  route({
    method: 'GET',
    path: path(kind),
    scope: 'admin',
    needs: shareRightOf(kind),
    summary: `${what} of the Admin space with their shares, and the available recipients`,
    reply: z.strictObject({ resources: z.array(ResourceSummary), targets: ShareTargets }),
  });

const shareRoute = <const K extends TemplateKind>(kind: K, what: string) =>
  route({
    method: 'PUT',
    path: `${path(kind)}/:resourceId`,
    scope: 'admin',
    needs: shareRightOf(kind),
    summary: `Replace the share of ${what} with customer profiles or customers`,
    params,
    body: Share.extend({
      version,
      profiles: Share.shape.profiles.max(selectionLimits.maxProfiles, 'PROFILE_SELECTION_FULL'),
    }),
    reply: ResourceSummary,
    problems: [
      'NOT_FOUND',
      'CONFLICT',
      'REACHES_OTHER_CUSTOMERS',
      'SHARE_PROFILES_REQUIRED',
      'SHARE_EVERYONE_REFUSED',
      'SHARE_TARGET_UNKNOWN',
    ],
    bodyLimit: 256 * 1_024,
  });

const unshareRoute = <const K extends TemplateKind>(kind: K, what: string) =>
  route({
    method: 'DELETE',
    path: `${path(kind)}/:resourceId`,
    scope: 'admin',
    needs: shareRightOf(kind),
    summary: `Remove the share of ${what}`,
    params,
    query: z.strictObject({ version: z.coerce.number().int().positive() }),
    reply: ResourceSummary,
    problems: ['NOT_FOUND', 'CONFLICT', 'REACHES_OTHER_CUSTOMERS'],
  });

const statusRoute = <const K extends TemplateKind>(kind: K, what: string) =>
  route({
    method: 'PUT',
    path: `${path(kind)}/:resourceId/status`,
    scope: 'admin',
    needs: writeRightOf(kind),
    summary: `Activate or deactivate ${what}, with a comment`,
    params,
    body: StatusChange,
    reply: ResourceSummary,
    problems: ['NOT_FOUND', 'CONFLICT', 'REACHES_OTHER_CUSTOMERS'],
  });

export const Person = z.strictObject({ id: z.number(), name: z.string(), username: z.string() });
export type Person = z.infer<typeof Person>;

/** With more matches the caller narrows the search. */
export const MAX_OWNERS_FOUND = 50;

export const OwnerSearch = z.strictObject({ search: z.string().trim().max(100).default('') });
export const OwnersFound = z.strictObject({
  owners: z.array(Person).max(MAX_OWNERS_FOUND),
  more: z.boolean(),
});

const ownersRoute = <const K extends TemplateKind>(kind: K, many: string) =>
  route({
    method: 'GET',
    path: `${path(kind)}/owners`,
    scope: 'admin',
    needs: writeRightOf(kind),
    summary: `Possible owners of ${many}: users who can change them in the Admin space and see no customer hidden from the caller`,
    query: OwnerSearch,
    reply: OwnersFound,
  });

/** The write permission includes changing the owner. */
const ownerRoute = <const K extends TemplateKind>(kind: K, what: string) =>
  route({
    method: 'PUT',
    path: `${path(kind)}/:resourceId/owner`,
    scope: 'admin',
    needs: writeRightOf(kind),
    summary: `Change the owner of ${what}`,
    params,
    body: OwnerChange,
    reply: ResourceSummary,
    problems: ['NOT_FOUND', 'CONFLICT', 'OWNER_UNKNOWN', 'REACHES_OTHER_CUSTOMERS'],
  });

const routesOf = <const K extends SharedKind>(kind: K) => {
  const { one, many } = resourceKinds[kind].words;
  return {
    list: listRoute(kind, many),
    share: shareRoute(kind, one),
    unshare: unshareRoute(kind, one),
    updateStatus: statusRoute(kind, one),
    listOwners: ownersRoute(kind, many),
    updateOwner: ownerRoute(kind, one),
  };
};

/** Share, status and owner routes of the multi-client space, for every registered kind. */
export const sharingRoutes = Object.fromEntries(
  sharedKinds.map((kind) => [kind, routesOf(kind)]),
) as Readonly<Record<SharedKind, ReturnType<typeof routesOf<SharedKind>>>>;
