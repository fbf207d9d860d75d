import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { ReadableStream } from 'node:stream/web';
import type { z } from 'zod';
import type { Clock } from '#platform/clock/clock.ts';
import { reportRuns } from '#schemas/rendering/routes.ts';
import { readWall } from '#schemas/token/routes.ts';
import { applyDocument, exportDocument } from './apply-documents.ts';
import { knownOptions, type CommandLine } from './arguments.ts';
import { CommandError } from './command-error.ts';
import { callNamed, findRoutes, readThing, type CommandPlace } from './contract-calls.ts';
import { runReport } from './run-report.ts';
import { checkedUrl, forgetAccess, readAccess, storeAccess, type Access } from './stored-access.ts';
import { tailAlarms, type TailedEvent } from './tail-alarms.ts';
import { CallError, TelltaleClient } from './telltale-client.ts';
import { SECOND_MS } from '#schemas/time/duration.ts';

export interface CommandLineNeeds {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Results, for people and programs. */
  readonly out: (text: string | Uint8Array) => Promise<void> | void;
  /** Progress and problems. */
  readonly note: (text: string) => void;
  /** What is typed or piped in. */
  readonly readInput: () => Promise<string>;
}

type Command = (line: CommandLine, needs: CommandLineNeeds) => Promise<void>;

const json = (value: unknown, isShort = false): string =>
  `${JSON.stringify(value, undefined, isShort ? undefined : 2)}\n`;

const clientOf = ({ env }: CommandLineNeeds): TelltaleClient => new TelltaleClient(readAccess(env));

/** Customers of the token. It needs the permission HOME.read, which every role has. */
const customersOf = async (client: TelltaleClient) => (await client.call(readWall, {})).customers;

/** A customer by id, client id or name. An id needs no permission to read names. */
async function customerNamed(client: TelltaleClient, given: string): Promise<number> {
  if (/^[1-9]\d{0,9}$/.test(given)) return Number(given);
  const customers = await customersOf(client);
  const isNamed = (text: string): boolean => text.toLowerCase() === given.toLowerCase();
  const found = customers.find(({ clientId, name }) => isNamed(clientId) || isNamed(name));
  if (found === undefined)
    throw new CommandError(
      'not-found',
      `no customer is called ${given}: ${customers.map(({ clientId }) => clientId).join(', ')}`,
    );
  return found.id;
}

async function placeOf(
  client: TelltaleClient,
  options: Readonly<Record<string, string>>,
): Promise<CommandPlace> {
  const { customer, scope = 'none' } = options;
  if (customer !== undefined) return { customer: String(await customerNamed(client, customer)) };
  if (scope !== 'cc' && scope !== 'mt' && scope !== 'none')
    throw new CommandError('usage', `--scope is cc (all customers), mt (the provider) or none, not ${scope}`);
  return { scope };
}

async function requiredCustomer(client: TelltaleClient, customer: string | undefined): Promise<number> {
  if (customer === undefined)
    throw new CommandError('usage', '--customer is needed: an id, a client id or a name');
  return customerNamed(client, customer);
}

function integerVariable(text: string | undefined, what: string): number {
  if (text === undefined || !/^[1-9]\d{0,9}$/.test(text))
    throw new CommandError('usage', `${what} is a number, not ${text ?? 'missing'}`);
  return Number(text);
}

const isFile = (value: unknown): value is { readonly file: ReadableStream } =>
  typeof value === 'object' && value !== null && 'file' in value && value.file instanceof ReadableStream;

async function print(
  values: AsyncIterable<unknown>,
  { flags }: CommandLine,
  { out }: CommandLineNeeds,
): Promise<void> {
  for await (const value of values)
    if (isFile(value)) for await (const part of Readable.fromWeb(value.file)) await out(part as Uint8Array);
    else await out(json(value, flags.has('json')));
}

/** Throws for a token that the server does not know. One of few permissions may not read names of customers, and is one. */
async function checkToken(access: Access): Promise<void> {
  try {
    await customersOf(new TelltaleClient(access));
  } catch (error) {
    if (!(error instanceof CallError && error.problem?.code === 'TOKEN_SCOPE')) throw error;
  }
}

/** The token is typed or piped in, never an argument: other users see those of processes. */
const login: Command = async (line, { env, readInput, note, out }) => {
  knownOptions(line, []);
  const [, url] = line.words;
  if (url === undefined) throw new CommandError('usage', 'telltale login URL');
  const given = env['TELLTALE_TOKEN'] ?? '';
  if (given === '') note('API token (of your account page, or of the environment variable TELLTALE_TOKEN):');
  const access = { url: checkedUrl(url), token: (given === '' ? await readInput() : given).trim() };
  if (access.token === '') throw new CommandError('usage', 'no token was given');
  await checkToken(access);
  note(`stored in ${storeAccess(env, access)}`);
  await out(`signed in at ${access.url}\n`);
};

const logout: Command = async (line, { env, note }) => {
  knownOptions(line, []);
  forgetAccess(env);
  note('The token is no longer stored here. Revoke it on your account page.');
  await Promise.resolve();
};

const customers: Command = async (line, needs) => {
  knownOptions(line, []);
  await needs.out(json(await customersOf(clientOf(needs)), line.flags.has('json')));
};

const calls: Command = async (line, { out }) => {
  knownOptions(line, []);
  const routes = await findRoutes(line.words.slice(1));
  if (line.flags.has('json')) {
    const listed = routes.map(({ name, route: { method, path, needs, scope, summary } }) => ({
      name,
      method,
      path,
      needs,
      scope,
      summary,
    }));
    await out(json(listed, true));
    return;
  }
  for (const { name, route } of routes)
    await out(`${name}\n  ${route.method} ${route.path}  (${route.needs})\n  ${route.summary}\n`);
};

const call: Command = async (line, needs) => {
  const [, name] = line.words;
  if (name === undefined)
    throw new CommandError('usage', 'telltale call NAME [--PARAMETER VALUE…] [--body FILE]');
  const { body, ...inputs } = line.options;
  let given: unknown;
  if (body !== undefined)
    try {
      given = JSON.parse(body === '-' ? await needs.readInput() : readFileSync(body, 'utf8'));
    } catch (error) {
      throw new CommandError('usage', `${body}: ${(error as Error).message}`);
    }
  await print(callNamed(clientOf(needs), { name, inputs, body: given }), line, needs);
};

const read =
  (hasId: boolean): Command =>
  async (line, needs) => {
    const [, thing, id] = line.words;
    if (thing === undefined || (id !== undefined) !== hasId)
      throw new CommandError(
        'usage',
        hasId ? 'telltale get THING ID [--customer C]' : 'telltale list THING [--customer C]',
      );
    const client = clientOf(needs);
    const { customer: _, scope: _scope, ...inputs } = line.options;
    await print(
      readThing(client, { thing, place: await placeOf(client, line.options), id, inputs }),
      line,
      needs,
    );
  };

const apply: Command = async (line, needs) => {
  const { customer } = knownOptions(line, ['customer']);
  const files = line.words.slice(1);
  if (files.length === 0) throw new CommandError('usage', 'telltale apply FILE… [--customer C] [--dry-run]');
  const client = clientOf(needs);
  const customerId = customer === undefined ? undefined : await customerNamed(client, customer);
  const isDry = line.flags.has('dry-run');
  for (const file of files) {
    const applied = await applyDocument({ client, customerId }, file, isDry);
    const { outcome, name, leftOut } = applied;
    const more = leftOut.length === 0 ? '' : `, ${String(leftOut.length)} elements are not known there`;
    await needs.out(
      line.flags.has('json')
        ? json(applied, true)
        : `${isDry && outcome !== 'unchanged' ? 'would be ' : ''}${outcome}: ${name}${more}\n`,
    );
  }
};

const exporting: Command = async (line, needs) => {
  const { customer } = knownOptions(line, ['customer']);
  const [, kind = '', id] = line.words;
  const client = clientOf(needs);
  const customerId = customer === undefined ? undefined : await customerNamed(client, customer);
  await needs.out(json(await exportDocument({ client, customerId }, kind, integerVariable(id, 'ID'))));
};

const report: Command = async (line, needs) => {
  const options = knownOptions(line, ['customer', 'format', 'output', 'language', 'from', 'to', 'zone']);
  const client = clientOf(needs);
  const id = integerVariable(line.words[1], 'REPORT');
  const customerId = await requiredCustomer(client, options.customer);
  const { format = 'pdf', language = 'en', from, to, zone } = options;
  const order = {
    format,
    language,
    ...(from === undefined ? {} : { from: integerVariable(from, '--from') }),
    ...(to === undefined ? {} : { to: integerVariable(to, '--to') }),
    ...(zone === undefined ? {} : { timeZone: zone }),
  };
  const parsed = reportRuns.create.body.safeParse(order);
  if (!parsed.success)
    throw new CommandError(
      'usage',
      parsed.error.issues.map(({ path, message }) => `--${path.join('.')}: ${message}`).join('\n'),
    );
  const { clock, signal, note } = needs;
  const path = await runReport(
    { client, clock, signal, onProgress: note },
    {
      customerId,
      report: id,
      order: order as z.input<typeof reportRuns.create.body>,
      output: options.output,
    },
  );
  await needs.out(line.flags.has('json') ? json({ file: path }, true) : `${path}\n`);
};

const lineOf = ({ at, edge, severity, name, siteName, elementName, value, threshold }: TailedEvent): string =>
  [
    new Date(at * 1_000).toISOString(),
    edge.padEnd(6),
    severity.padEnd(8),
    name,
    siteName,
    elementName,
    `${String(value)} (${String(threshold)})`,
  ].join('  ');

const tail: Command = async (line, needs) => {
  const { customer, every = '5' } = knownOptions(line, ['customer', 'every']);
  if (line.words[1] !== 'alarms')
    throw new CommandError('usage', 'telltale tail alarms [--customer C] [--every SECONDS]');
  const client = clientOf(needs);
  const ids =
    customer === undefined
      ? (await customersOf(client)).map(({ id }) => id)
      : [await customerNamed(client, customer)];
  const { clock, signal, note } = needs;
  const everyMs = integerVariable(every, '--every') * SECOND_MS;
  for await (const event of tailAlarms({ client, clock, signal, everyMs, customers: ids, onNotice: note }))
    await needs.out(line.flags.has('json') ? json(event, true) : `${lineOf(event)}\n`);
};

interface NamedCommand {
  readonly usage: string;
  readonly what: string;
  readonly run: Command;
}

export const commands: Readonly<Record<string, NamedCommand>> = {
  login: {
    usage: 'login URL',
    what: 'store an API token for this user, read from standard input',
    run: login,
  },
  logout: { usage: 'logout', what: 'delete the stored token', run: logout },
  customers: { usage: 'customers', what: 'customers of the token', run: customers },
  list: {
    usage: 'list THING [--customer C | --scope cc|mt]',
    what: 'list things, such as report, dashboard, alert, site',
    run: read(false),
  },
  get: { usage: 'get THING ID [--customer C | --scope cc|mt]', what: 'one of them', run: read(true) },
  export: {
    usage: 'export KIND ID [--customer C]',
    what: 'a dashboard, home, report or cockpit as a file',
    run: exporting,
  },
  apply: {
    usage: 'apply FILE… [--customer C] [--dry-run]',
    what: 'create or update documents from files; without a customer: of the provider',
    run: apply,
  },
  report: {
    usage: 'report ID --customer C [--format pdf|xlsx|csv] [--output FILE]',
    what: 'render a report and save it',
    run: report,
  },
  tail: {
    usage: 'tail alarms [--customer C] [--every SECONDS]',
    what: 'alarms as they are raised, change and clear',
    run: tail,
  },
  calls: { usage: 'calls [WORD…]', what: 'every call of the interface, with its permission', run: calls },
  call: { usage: 'call NAME [--PARAMETER VALUE…] [--body FILE]', what: 'any of them', run: call },
};
