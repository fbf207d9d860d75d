import { z } from 'zod';
import { selectionLimits } from '../limit/selection.ts';
import { API, route } from '../route.ts';
import { resourceKinds, sharedKinds } from '../resource/kind.ts';
import type { SharedKind, TemplateKind } from '../resource/kind.ts';
import { resourceLimits, ResourceSummary, Share } from '../resource/resource.ts';

const params = z.strictObject({ resourceId: z.coerce.number().int().positive() });
const version = z.int().positive();

/** Whom the caller may share with: profiles whose customers are all his, and his customers. */
export const ShareTargets = z.strictObject({
  /** Sharing with every customer is for who sees every customer. */
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

/** From which version on, and why. */
export const StatusChange = z.strictObject({
  version,
  active: z.boolean(),
  comment: z
    .string()
    .trim()
    .max(resourceLimits.commentMax)
    .regex(/^\P{Cc}*$/u, 'control characters are not allowed')
    .default(''),
});
export const OwnerChange = z.strictObject({ version, owner: z.int().positive() });

const listRoute = <const K extends TemplateKind>(kind: K, what: string) =>
  route({
    method: 'GET',
    path: path(kind),
    scope: 'admin',
    needs: shareRightOf(kind),
    summary: `${what} of the multi-client space with whom they are shared, and whom they can be shared with`,
    reply: z.strictObject({ resources: z.array(ResourceSummary), targets: ShareTargets }),
  });

const shareRoute = <const K extends TemplateKind>(kind: K, what: string) =>
  route({
    method: 'PUT',
    path: `${path(kind)}/:resourceId`,
    scope: 'admin',
    needs: shareRightOf(kind),
    summary: `Share ${what} with customer profiles or customers, in place of whom it was shared with`,
    params,
    body: Share.extend({
      version,
      profiles: Share.shape.profiles.max(selectionLimits.maxProfiles, 'PROFILE_SELECTION_FULL'),
    }),
    reply: ResourceSummary,
    problems: [
      'NOT_FOUND',
      'CONFLICT',
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
    summary: `Share ${what} with nobody; what the caller may not see of it stays`,
    params,
    query: z.strictObject({ version: z.coerce.number().int().positive() }),
    reply: ResourceSummary,
    problems: ['NOT_FOUND', 'CONFLICT', 'SHARE_EVERYONE_REFUSED'],
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
    problems: ['NOT_FOUND', 'CONFLICT'],
  });

export const Person = z.strictObject({ id: z.number(), name: z.string(), username: z.string() });
export type Person = z.infer<typeof Person>;

/** Of so many the caller narrows his search. */
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
    summary: `Users who can own ${many}: they may enter the multi-client space, change them, and see no client that the caller does not see`,
    query: OwnerSearch,
    reply: OwnersFound,
  });

/** Who may write a resource may give it to somebody else, as he may do anything else with it. */
const ownerRoute = <const K extends TemplateKind>(kind: K, what: string) =>
  route({
    method: 'PUT',
    path: `${path(kind)}/:resourceId/owner`,
    scope: 'admin',
    needs: writeRightOf(kind),
    summary: `Give ${what} to another owner`,
    params,
    body: OwnerChange,
    reply: ResourceSummary,
    problems: ['NOT_FOUND', 'CONFLICT', 'OWNER_UNKNOWN'],
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

/** Sharing, status and owner in the multi-client space, of every kind that is registered for it. */
export const sharingRoutes = Object.fromEntries(
  sharedKinds.map((kind) => [kind, routesOf(kind)]),
) as Readonly<Record<SharedKind, ReturnType<typeof routesOf<SharedKind>>>>;
