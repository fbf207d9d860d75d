import { z } from 'zod';
import { applicationDefaults } from '../limit/dashlet.ts';
import { API, route } from '../route.ts';
import { ApplicationDraft, ApplicationEntry, ApplicationList } from './application.ts';
import { ApplicationImport } from './import.ts';

const ofCustomer = z.strictObject({ customerId: z.coerce.number().int().positive() });
const one = { application: z.coerce.number().int().positive() };
const version = z.coerce.number().int().positive();

const Order = z.strictObject({
  /** Ids of every application that the caller may change here, in the order wanted. */
  order: z.array(z.int().positive()).min(1).max(applicationDefaults.maxPerCustomer),
});
const Change = z.strictObject({ application: ApplicationDraft, version });
/** Texts of 1,000 values of seven kinds. */
const bodyLimit = 512 * 1_024;
const saving = ['ALREADY_PRESENT'] as const;

/**
 * A file of comma- or semicolon-separated values (RFC 4180), its columns named by its first line. What is there by name is changed,
 * what is not is added behind the others; columns that are not in it stay as they are. Applied as a whole or not at all: each
 * fault has the line and the column in its path, `csv.LINE.COLUMN`.
 */
const ImportBody = z.strictObject({
  csv: z.string().min(1, 'REQUIRED'),
  /** Answers what would change, and changes nothing. */
  dryRun: z.boolean().default(false),
});
const importing = {
  method: 'POST',
  body: ImportBody,
  reply: ApplicationImport,
  problems: ['IMPORT_FORMAT_INVALID', 'APPLICATION_MAXIMUM_REACHED', 'CONFLICT'],
  bodyLimit: 8 * 1_024 * 1_024,
} as const;

const customers = { path: `${API}/customers/:customerId/application`, scope: 'customer' } as const;
const READ = 'PARAMETERS.APPLICATION.read';
const WRITE = 'PARAMETERS.APPLICATION.write';

export const listApplications = route({
  ...customers,
  method: 'GET',
  needs: READ,
  summary: 'Custom applications of a customer, and those that the provider shares with it',
  params: ofCustomer,
  reply: ApplicationList,
});
export const addApplication = route({
  ...customers,
  method: 'POST',
  needs: WRITE,
  summary: 'Define a custom application of a customer',
  params: ofCustomer,
  body: ApplicationDraft,
  reply: ApplicationEntry,
  problems: [...saving, 'APPLICATION_MAXIMUM_REACHED'],
  bodyLimit,
});
export const changeApplication = route({
  ...customers,
  path: `${customers.path}/:application`,
  method: 'PUT',
  needs: WRITE,
  summary: 'Change a custom application of a customer',
  params: ofCustomer.extend(one),
  body: Change,
  reply: ApplicationEntry,
  problems: [...saving, 'NOT_FOUND', 'CONFLICT'],
  bodyLimit,
});
export const removeApplication = route({
  ...customers,
  path: `${customers.path}/:application`,
  method: 'DELETE',
  needs: WRITE,
  summary: 'Delete a custom application of a customer',
  params: ofCustomer.extend(one),
  query: z.strictObject({ version }),
  reply: z.strictObject({}),
  problems: ['NOT_FOUND', 'CONFLICT'],
});
export const orderApplications = route({
  ...customers,
  path: `${customers.path}-order`,
  method: 'PUT',
  needs: WRITE,
  summary: 'The order in which the applications of a customer are tried',
  params: ofCustomer,
  body: Order,
  reply: ApplicationList,
  problems: ['NOT_FOUND', 'CONFLICT'],
});

export const importApplications = route({
  ...customers,
  ...importing,
  path: `${customers.path}-import`,
  needs: WRITE,
  summary: 'Define custom applications of a customer by a file',
  params: ofCustomer,
});

const provider = { path: `${API}/mt/application`, scope: 'admin' } as const;
const PROVIDER_READ = 'NETWORK.APPLICATION.read';
const PROVIDER_WRITE = 'NETWORK.APPLICATION.write';

export const listProviderApplications = route({
  ...provider,
  method: 'GET',
  needs: PROVIDER_READ,
  summary: 'Custom applications of the provider',
  reply: ApplicationList,
});
export const addProviderApplication = route({
  ...provider,
  method: 'POST',
  needs: PROVIDER_WRITE,
  summary: 'Define a custom application of the provider, shared with nobody yet',
  body: ApplicationDraft,
  reply: ApplicationEntry,
  problems: [...saving, 'APPLICATION_MAXIMUM_REACHED'],
  bodyLimit,
});
export const changeProviderApplication = route({
  ...provider,
  path: `${provider.path}/:application`,
  method: 'PUT',
  needs: PROVIDER_WRITE,
  summary: 'Change a custom application of the provider',
  params: z.strictObject(one),
  body: Change,
  reply: ApplicationEntry,
  problems: [...saving, 'NOT_FOUND', 'CONFLICT'],
  bodyLimit,
});
export const removeProviderApplication = route({
  ...provider,
  path: `${provider.path}/:application`,
  method: 'DELETE',
  needs: PROVIDER_WRITE,
  summary: 'Delete a custom application of the provider',
  params: z.strictObject(one),
  query: z.strictObject({ version }),
  reply: z.strictObject({}),
  problems: ['NOT_FOUND', 'CONFLICT'],
});
export const orderProviderApplications = route({
  ...provider,
  path: `${provider.path}-order`,
  method: 'PUT',
  needs: PROVIDER_WRITE,
  summary: 'The order in which the applications of the provider are tried',
  body: Order,
  reply: ApplicationList,
  problems: ['NOT_FOUND', 'CONFLICT'],
});
export const importProviderApplications = route({
  ...provider,
  ...importing,
  path: `${provider.path}-import`,
  needs: PROVIDER_WRITE,
  summary: 'Define custom applications of the provider by a file',
});
export const swapPrecedence = route({
  ...provider,
  path: `${provider.path}-precedence`,
  method: 'PUT',
  needs: PROVIDER_WRITE,
  everyCustomer: true,
  summary: 'Whose applications are tried first: the provider’s, or the customer’s',
  body: z.strictObject({ precedence: z.enum(['provider', 'customer']) }),
  reply: z.strictObject({}),
});
