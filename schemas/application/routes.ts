import { z } from 'zod';
import { MAX_CUSTOM_APPLICATIONS } from '../limit/dashlet.ts';
import type { Permission } from '../permission/catalogue.ts';
import { DocumentUses } from '../resource/document-use.ts';
import { API, route, type Route } from '../route.ts';
import { ApplicationDraft, ApplicationEntry, ApplicationList, StatedApplication } from './application.ts';
import { ApplicationImport } from './import.ts';

const ofCustomer = z.strictObject({ customerId: z.coerce.number().int().positive() });
const one = { application: z.coerce.number().int().positive() };
const version = z.coerce.number().int().positive();

const Order = z.strictObject({
  /** Ids of every application that the caller may change, in the new order. */
  order: z.array(z.int().positive()).min(1).max(MAX_CUSTOM_APPLICATIONS),
  /** `orderVersion` of the list that the caller has seen. */
  version: z.string().max(64),
});
const Change = z.strictObject({ application: StatedApplication, version });
/** Room for 1,000 values of seven kinds. */
export const bodyLimit = 512 * 1_024;
const failed = 'APPLICATION_SAVE_FAILED';
const saving = ['NAME_TAKEN', failed] as const;

/**
 * Comma- or semicolon-separated values (RFC 4180) with a header line. Updates applications by name and appends new ones; columns
 * missing from the file stay unchanged. Atomic: each fault names its line and column, `csv.LINE.COLUMN`.
 */
const ImportBody = z.strictObject({
  csv: z.string().min(1, 'REQUIRED'),
  /** Returns the changes without applying them. */
  dryRun: z.boolean().default(false),
});
const importing = {
  method: 'POST',
  body: ImportBody,
  reply: ApplicationImport,
  problems: [
    failed,
    'APPLICATION_MAXIMUM_REACHED',
    'CONFLICT',
    'IMPORT_FORMAT_INVALID',
    'IMPORT_OUT_OF_MEMORY',
    'IMPORT_TOO_SLOW',
  ],
  bodyLimit: 2 * 1_024 * 1_024,
} as const;

type Params = Pick<Route, 'params'>;

interface Space<All extends Params, One extends Params> {
  readonly path: string;
  readonly scope: Route['scope'];
  readonly read: Permission;
  readonly write: Permission;
  readonly all: All;
  readonly one: One;
  readonly words: { readonly whose: string; readonly listed: string; readonly made: string };
}

/** Routes on the collection of a space, a customer's or the provider's. */
const routesOfAll = <All extends Params>({ path, scope, read, write, all, words }: Space<All, Params>) => ({
  list: route({
    path,
    scope,
    method: 'GET',
    needs: read,
    summary: `Custom applications ${words.whose}${words.listed}`,
    ...all,
    reply: ApplicationList,
  }),
  create: route({
    path,
    scope,
    method: 'POST',
    needs: write,
    summary: `Define a custom application ${words.whose}${words.made}`,
    ...all,
    body: ApplicationDraft,
    reply: ApplicationEntry,
    problems: [...saving, 'APPLICATION_MAXIMUM_REACHED'],
    bodyLimit,
  }),
  reorder: route({
    path: `${path}-order`,
    scope,
    method: 'PUT',
    needs: write,
    summary: `Change the evaluation order of the applications ${words.whose}`,
    ...all,
    body: Order,
    reply: ApplicationList,
    problems: [failed, 'NOT_FOUND', 'CONFLICT'],
  }),
  import: route({
    ...importing,
    path: `${path}-import`,
    scope,
    needs: write,
    summary: `Import custom applications ${words.whose} from a file`,
    ...all,
  }),
});

/** Routes on one application. */
const routesOfOne = <One extends Params>({ path, scope, read, write, one, words }: Space<Params, One>) => ({
  documents: route({
    path: `${path}/:application/documents`,
    scope,
    method: 'GET',
    needs: read,
    summary: `Dashboards and home pages that filter by a custom application ${words.whose} or list it: those that the caller may open, and how many others`,
    ...one,
    reply: DocumentUses,
    problems: ['NOT_FOUND'],
  }),
  update: route({
    path: `${path}/:application`,
    scope,
    method: 'PUT',
    needs: write,
    summary: `Update a custom application ${words.whose}`,
    ...one,
    body: Change,
    reply: ApplicationEntry,
    problems: [...saving, 'NOT_FOUND', 'CONFLICT', 'REACHES_OTHER_CUSTOMERS'],
    bodyLimit,
  }),
  delete: route({
    path: `${path}/:application`,
    scope,
    method: 'DELETE',
    needs: write,
    summary: `Delete a custom application ${words.whose}`,
    ...one,
    query: z.strictObject({ version }),
    reply: z.strictObject({}),
    problems: [failed, 'NOT_FOUND', 'CONFLICT', 'REACHES_OTHER_CUSTOMERS'],
  }),
});

const routesOf = <All extends Params, One extends Params>(space: Space<All, One>) => ({
  ...routesOfAll(space),
  ...routesOfOne(space),
});

export const customerApplications = routesOf({
  path: `${API}/customers/:customerId/application`,
  scope: 'customer',
  read: 'PARAMETERS.APPLICATION.read',
  write: 'PARAMETERS.APPLICATION.write',
  all: { params: ofCustomer },
  one: { params: ofCustomer.extend(one) },
  words: { whose: 'of a customer', listed: 'and those shared by the provider', made: '' },
});

const provider = {
  path: `${API}/mt/application`,
  scope: 'admin',
  write: 'NETWORK.APPLICATION.write',
} as const;

export const providerApplications = routesOf({
  ...provider,
  read: 'NETWORK.APPLICATION.read',
  all: {},
  one: { params: z.strictObject(one) },
  words: { whose: 'of the provider', listed: '', made: ', not yet shared' },
});

export const updatePrecedence = route({
  path: `${provider.path}-precedence`,
  scope: provider.scope,
  method: 'PUT',
  needs: provider.write,
  everyCustomer: true,
  summary: 'Choose which applications are evaluated first: the provider’s or the customer’s',
  body: z.strictObject({ precedence: z.enum(['provider', 'customer']) }),
  reply: z.strictObject({}),
});
