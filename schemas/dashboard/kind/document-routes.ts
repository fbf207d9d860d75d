import { z } from 'zod';
import { dashboardLimits } from '../../limit/dashboard.ts';
import type { Permission } from '../../permission/catalogue.ts';
import type { ProblemCode } from '../../problem/catalogue.ts';
import { PlacedVisibility } from '../../resource/resource.ts';
import { ResourceVersion } from '../../resource/version.ts';
import { route, type Route } from '../../route.ts';
import { documentHead } from '../entry.ts';
import { UnknownElement } from '../document-file.ts';
import { FolderPath } from '../folder.ts';

const Id = z.coerce.number().int().positive();
const one = { resourceId: Id };
const ofCustomer = z.strictObject({ customerId: Id });

/** Parameters of the routes of a customer, and of those of the multi-client space. */
export const documentParams = {
  customer: {
    all: { params: ofCustomer },
    one: { params: ofCustomer.extend(one) },
    numbered: { params: ofCustomer.extend({ ...one, number: Id }) },
  },
  provider: {
    all: {},
    one: { params: z.strictObject(one) },
    numbered: { params: z.strictObject({ ...one, number: Id }) },
  },
} as const;

const version = z.int().positive();
const { bodyLimit } = dashboardLimits;
const saving = ['NAME_TAKEN', 'IFRAME_NOT_ALLOWED', 'JSON_FILTER_SYNTAX'] as const;
const changing = ['NOT_FOUND', 'CONFLICT', 'REACHES_OTHER_CUSTOMERS'] as const;

type RouteParams = Pick<Route, 'params'>;
type Schema = z.ZodType;

/** What a kind of documents consists of. */
interface DocumentParts {
  readonly Draft: Schema;
  /** The draft with every field stated, and the version that the caller has seen. */
  readonly Update: Schema;
  readonly Summary: Schema;
  readonly Entry: Schema;
  readonly Difference: Schema;
  readonly File: Schema;
  /** A file that may hold a document of an older version. */
  readonly WrittenFile: Schema;
  /** Of a stored document that cannot be read. */
  readonly unavailable: ProblemCode;
}

interface Space<All extends RouteParams, One extends RouteParams, Numbered extends RouteParams> {
  readonly path: string;
  readonly scope: Route['scope'];
  readonly read: Permission;
  readonly write: Permission;
  /** Walls show them. */
  readonly display?: true | undefined;
  readonly all: All;
  readonly one: One;
  readonly numbered: Numbered;
  /** `a dashboard of a customer`. */
  readonly what: string;
  /** Whether a new one is its author's until they share it (`firstVisibility`). */
  readonly isPrivateFirst?: boolean;
}

/** A part of what a kind consists of, by its own type: that of a property would be the one of all kinds. */
const partOf = <C extends DocumentParts, K extends keyof C>(content: C, name: K): C[K] => content[name];

const readingOf = <All extends RouteParams, One extends RouteParams, C extends DocumentParts>(
  space: Space<All, One, RouteParams>,
  content: C,
) => ({
  list: route({
    path: space.path,
    scope: space.scope,
    method: 'GET',
    needs: space.read,
    summary: `Library: every ${space.what.replace(/^an? /, '')} that the caller may see`,
    ...space.all,
    reply: z.strictObject({ documents: z.array(partOf(content, 'Summary')) }),
  }),
  read: route({
    path: `${space.path}/:resourceId`,
    scope: space.scope,
    method: 'GET',
    needs: space.read,
    display: space.display,
    summary: `Read ${space.what}`,
    ...space.one,
    reply: partOf(content, 'Entry'),
    problems: ['NOT_FOUND', content.unavailable],
  }),
  markOpened: route({
    path: `${space.path}/:resourceId/opened`,
    scope: space.scope,
    method: 'PUT',
    needs: space.read,
    summary: `List ${space.what} first among those the caller opened recently`,
    ...space.one,
    body: z.strictObject({}),
    ownArrangement: true,
    reply: z.strictObject({}),
    problems: ['NOT_FOUND'],
  }),
  markFavourite: route({
    path: `${space.path}/:resourceId/favourite`,
    scope: space.scope,
    method: 'PUT',
    needs: space.read,
    summary: `Add ${space.what} to the favourites of the caller, or remove it`,
    ...space.one,
    body: z.strictObject({ favourite: z.boolean() }),
    ownArrangement: true,
    reply: z.strictObject({}),
    problems: ['NOT_FOUND'],
  }),
});

/** What happens where a caller states no visibility. */
const withoutVisibility = ({ isPrivateFirst = false }: { readonly isPrivateFirst?: boolean }): string =>
  isPrivateFirst ? '; without a visibility it is private, if the caller may have private ones' : '';

const writingOf = <All extends RouteParams, One extends RouteParams, C extends DocumentParts>(
  space: Space<All, One, RouteParams>,
  content: C,
) => ({
  create: route({
    path: space.path,
    scope: space.scope,
    method: 'POST',
    needs: space.write,
    summary: `Create ${space.what}${withoutVisibility(space)}`,
    ...space.all,
    body: partOf(content, 'Draft'),
    reply: partOf(content, 'Entry'),
    problems: saving,
    bodyLimit,
  }),
  /** From the version that the caller has seen: a later one is a CONFLICT, and the caller compares both. */
  update: route({
    path: `${space.path}/:resourceId`,
    scope: space.scope,
    method: 'PUT',
    needs: space.write,
    summary: `Update ${space.what}`,
    ...space.one,
    body: partOf(content, 'Update'),
    reply: partOf(content, 'Entry'),
    problems: [...changing, ...saving],
    bodyLimit,
  }),
  duplicate: route({
    path: `${space.path}/:resourceId/duplicate`,
    scope: space.scope,
    method: 'POST',
    needs: space.write,
    summary: `Copy ${space.what}, or one that the provider shares: the copy is not shared${withoutVisibility(space)}`,
    ...space.one,
    body: z.strictObject({
      name: documentHead.name,
      folder: documentHead.folder,
      /** Absent: `firstVisibility`. */
      visibility: PlacedVisibility.optional(),
    }),
    reply: partOf(content, 'Entry'),
    problems: ['NOT_FOUND', content.unavailable, ...saving],
  }),
  delete: route({
    path: `${space.path}/:resourceId`,
    scope: space.scope,
    method: 'DELETE',
    needs: space.write,
    summary: `Delete ${space.what}`,
    ...space.one,
    query: z.strictObject({ version: z.coerce.number().int().positive() }),
    reply: z.strictObject({}),
    problems: changing,
  }),
});

const foldersOf = <All extends RouteParams>(space: Space<All, RouteParams, RouteParams>) => ({
  moveFolder: route({
    path: `${space.path}/folder`,
    scope: space.scope,
    method: 'PUT',
    needs: space.write,
    summary: `Move every ${space.what.replace(/^an? /, '')} of a folder that the caller may change, with the folders below it`,
    ...space.all,
    body: z.strictObject({
      folder: FolderPath.min(1, 'REQUIRED'),
      /** What the folder becomes: another name, another place, or, empty, none. */
      to: FolderPath,
    }),
    reply: z.strictObject({
      moved: z.number(),
      /** Those that the caller sees in the folder and may not change here: they stay. */
      retained: z.number(),
    }),
    problems: ['NOT_FOUND', 'TOO_LONG'],
  }),
});

const versionsOf = <One extends RouteParams, Numbered extends RouteParams, C extends DocumentParts>(
  space: Space<RouteParams, One, Numbered>,
  content: C,
) => ({
  listVersions: route({
    path: `${space.path}/:resourceId/versions`,
    scope: space.scope,
    method: 'GET',
    needs: space.read,
    summary: `Versions of ${space.what}, newest first`,
    ...space.one,
    reply: z.strictObject({ versions: z.array(ResourceVersion) }),
    problems: ['NOT_FOUND'],
  }),
  compare: route({
    path: `${space.path}/:resourceId/versions/:number/difference`,
    scope: space.scope,
    method: 'GET',
    needs: space.read,
    summary: `What changed since a version of ${space.what}`,
    ...space.numbered,
    /** The later version; absent: the present. */
    query: z.strictObject({ to: Id.optional() }),
    reply: z.strictObject({ difference: partOf(content, 'Difference') }),
    problems: ['NOT_FOUND', content.unavailable],
  }),
  restore: route({
    path: `${space.path}/:resourceId/versions/:number/restore`,
    scope: space.scope,
    method: 'POST',
    needs: space.write,
    summary: `Restore a version of ${space.what} as its newest version`,
    ...space.numbered,
    body: z.strictObject({ version }),
    reply: partOf(content, 'Entry'),
    problems: [...changing, ...saving, content.unavailable],
  }),
});

const filesOf = <All extends RouteParams, One extends RouteParams, C extends DocumentParts>(
  space: Space<All, One, RouteParams>,
  content: C,
) => ({
  export: route({
    path: `${space.path}/:resourceId/file`,
    scope: space.scope,
    method: 'GET',
    needs: space.read,
    summary: `Export ${space.what} as a file, which names elements`,
    ...space.one,
    reply: partOf(content, 'File'),
    problems: ['NOT_FOUND', content.unavailable],
  }),
  /** As a new document, or in place of one. Elements that are not known here, or that the caller does not see, are left out. */
  import: route({
    path: `${space.path}/file`,
    scope: space.scope,
    method: 'POST',
    needs: space.write,
    summary: `Import ${space.what} from a file`,
    ...space.all,
    query: z.strictObject({
      /** Returns the changes without applying them. */
      dryRun: z.stringbool().default(false),
    }),
    body: z.strictObject({
      file: partOf(content, 'WrittenFile'),
      /** Of a new document in the space of a customer; absent: `firstVisibility`. */
      visibility: PlacedVisibility.optional(),
      /** The document that the file replaces, as the caller read it; absent: a new one. */
      replaces: z.strictObject({ id: z.int().positive(), version }).optional(),
    }),
    bodyLimit,
    reply: z.strictObject({
      /** Null: a dry run. */
      document: partOf(content, 'Entry').nullable(),
      difference: partOf(content, 'Difference'),
      /** KPIs that are not known here: their dashlets say so until they are. */
      unknownKpis: z.array(z.string()),
      leftOut: z.array(UnknownElement),
    }),
    problems: [...changing, ...saving, content.unavailable],
  }),
});

/** The routes of documents of a kind in a space. */
export const documentRoutesIn = <
  All extends RouteParams,
  One extends RouteParams,
  Numbered extends RouteParams,
  C extends DocumentParts,
>(
  space: Space<All, One, Numbered>,
  content: C,
) => ({
  ...readingOf(space, content),
  ...writingOf(space, content),
  ...foldersOf(space),
  ...versionsOf(space, content),
  ...filesOf(space, content),
});
