import { exportedContracts } from '#server/kernel/http/exported-contracts.ts';
import { parseInput } from '#schemas/problem/input-faults.ts';
import { problemText } from '#schemas/problem/problem.ts';
import { API, type Route } from '#schemas/route.ts';
import { CommandError } from './command-error.ts';
import type { AnyCall, TelltaleClient } from './telltale-client.ts';

/** Values of options that are no options of the command itself. */
export type CallInputs = Readonly<Record<string, string>>;

/** Customers whose routes are called, or the prefix of another scope. */
export type CommandPlace = { readonly customer: string } | { readonly scope: 'cc' | 'mt' | 'none' };

const prefixes = { cc: `${API}/cc/`, mt: `${API}/mt/`, none: `${API}/` } as const;
const prefixOf = (place: CommandPlace): string =>
  'customer' in place ? `${API}/customers/:customerId/` : prefixes[place.scope];

interface NamedRoute {
  readonly name: string;
  readonly route: Route;
}

/** Routes by name, or those that have all words in name, method, path, permission or summary. */
export async function findRoutes(words: readonly string[]): Promise<readonly NamedRoute[]> {
  const all = [...(await exportedContracts())].map(([name, route]) => ({ name, route }));
  const textOf = ({ name, route }: NamedRoute): string =>
    `${name} ${route.method} ${route.path} ${route.needs} ${route.summary}`.toLowerCase();
  return all.filter((one) => words.every((word) => textOf(one).includes(word.toLowerCase())));
}

async function routeNamed(name: string): Promise<Route> {
  const route = (await exportedContracts()).get(name);
  if (route === undefined)
    throw new CommandError('usage', `no call is called ${name}: telltale calls [WORD…] lists them`);
  return route;
}

/** The route that lists things, or reads one of them: `report` is `…/report` and `…/report/:id`. */
async function readingOf(thing: string, place: CommandPlace, hasId: boolean): Promise<Route> {
  const path = `${prefixOf(place)}${thing}`;
  const fits = ({ method, path: other }: Route): boolean =>
    method === 'GET' &&
    (hasId ? /^\/:[a-zA-Z]+$/.test(other.startsWith(path) ? other.slice(path.length) : '') : other === path);
  const route = [...(await exportedContracts()).values()].find(fits);
  if (route === undefined)
    throw new CommandError(
      'usage',
      `there is nothing at ${path}${hasId ? '/ID' : ''}: telltale calls GET lists what there is`,
    );
  return route;
}

/** Parses an input by its part of the contract, so that a mistake is named before anything is sent. */
function checked(schema: Route['body'], part: string, value: unknown): unknown {
  if (schema === undefined) {
    if (
      value === undefined ||
      (typeof value === 'object' && value !== null && Object.keys(value).length === 0)
    )
      return undefined;
    throw new CommandError('usage', `this call takes no ${part}: ${JSON.stringify(value)}`);
  }
  const parsed = parseInput(schema, value ?? {});
  if (parsed.ok) return value ?? {};
  const lines = parsed.faults.map(
    ({ path, code, params }) =>
      `${[part, ...(path === '' ? [] : [path])].join('.')}: ${problemText(code, 'en', params)}`,
  );
  throw new CommandError('usage', lines.join('\n'));
}

const parametersIn = ({ path }: Pick<Route, 'path'>): readonly string[] =>
  [...path.matchAll(/:([a-zA-Z]+)/g)].map(([, name = '']) => name);

/** CallInputs of the path and of the query, by their names. */
function callOf(route: Route, inputs: CallInputs, body: unknown): AnyCall {
  const names = new Set(parametersIn(route));
  const entries = Object.entries(inputs);
  const params = Object.fromEntries(entries.filter(([name]) => names.has(name)));
  const query = Object.fromEntries(entries.filter(([name]) => !names.has(name)));
  checked(route.params, 'path', params);
  checked(route.query, 'query', query);
  return {
    params,
    ...(route.query === undefined ? {} : { query }),
    ...(checked(route.body, 'body', body) === undefined ? {} : { body: body ?? {} }),
  };
}

/** Values that a call returns: one, or one per line. Text is that of a file. */
async function* resultOf(client: TelltaleClient, route: Route, call: AnyCall): AsyncGenerator<unknown> {
  if (route.stream !== undefined) yield* client.lines(route, call);
  else if (route.media === undefined) yield await client.call(route, call);
  else yield { file: await client.file(route, call) };
}

interface NamedCall {
  readonly name: string;
  readonly inputs: CallInputs;
  readonly body: unknown;
}

/** Calls any route by the name of its contract. */
export async function* callNamed(
  client: TelltaleClient,
  { name, inputs, body }: NamedCall,
): AsyncGenerator<unknown> {
  const route = await routeNamed(name);
  yield* resultOf(client, route, callOf(route, inputs, body));
}

interface Reading {
  readonly thing: string;
  readonly place: CommandPlace;
  readonly id: string | undefined;
  readonly inputs: CallInputs;
}

/** Lists things, or reads one. */
export async function* readThing(
  client: TelltaleClient,
  { thing, place, id, inputs }: Reading,
): AsyncGenerator<unknown> {
  const route = await readingOf(thing, place, id !== undefined);
  const last = parametersIn(route).at(-1);
  const given = {
    ...inputs,
    ...('customer' in place ? { customerId: place.customer } : {}),
    ...(id === undefined || last === undefined ? {} : { [last]: id }),
  };
  yield* resultOf(client, route, callOf(route, given, undefined));
}
