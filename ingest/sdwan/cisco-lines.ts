import type { ManagedSample } from '#platform/sdwan/sdwan-client.ts';
import type { Inventory } from '#schemas/inventory/snapshot.ts';
import type { CiscoRules } from './cisco-rules.ts';
import type { PlacedSample } from './element-rows.ts';

const lineOf = (device: number, name: string): string => `${String(device)} ${name.toLowerCase()}`;

/** State and speed of a line: what a bound loopback takes over. */
const lineValues = ({
  values: { cv_oper_up, cv_bw_down, cv_bw_up },
}: ManagedSample): ManagedSample['values'] => ({
  ...(cv_oper_up !== undefined && { cv_oper_up }),
  ...(cv_bw_down !== undefined && { cv_bw_down }),
  ...(cv_bw_up !== undefined && { cv_bw_up }),
});

interface Line {
  readonly device: number;
  readonly name: string;
  readonly alias: string;
}

/** The lines that samples are of, by the id of the interface. */
function linesOf(
  placed: readonly PlacedSample[],
  { interfaces }: Pick<Inventory, 'interfaces'>,
): ReadonlyMap<number, Line> {
  const lines = new Map<number, Line>();
  for (const { element, sample } of placed)
    if (sample.kind === 'interface') {
      const { device = 0, alias = '' } = interfaces.get(element.id) ?? {};
      lines.set(element.id, { device, name: sample.key, alias });
    }
  return lines;
}

/** First groups of a pattern, which is empty where nothing shall match. */
const matched = (
  patterns: CiscoRules['patterns'],
  pattern: string,
  texts: readonly string[],
): Promise<readonly (string | null)[]> =>
  pattern === '' ? Promise.resolve([]) : patterns.firstGroups(pattern, texts);

/** Interfaces that are IPsec tunnels. */
async function ipsecTunnels(
  lines: readonly Line[],
  { setting, patterns }: CiscoRules,
): Promise<ReadonlySet<Line>> {
  const names = lines.map(({ name }) => name);
  const found = await matched(patterns, setting.cEdgeIpsecTunnelsPattern, names);
  return new Set(lines.filter((_, index) => (found[index] ?? null) !== null));
}

/** The place of the physical interface that a loopback is bound to. */
async function boundTo(
  lines: readonly Line[],
  { setting, patterns }: CiscoRules,
): Promise<ReadonlyMap<Line, string>> {
  const loopbacks = lines.filter(({ name }) => /^loopback/i.test(name));
  const aliases = loopbacks.map(({ alias }) => alias);
  const found = await matched(patterns, setting.loopbackBindItfDescPattern, aliases);
  return new Map(
    loopbacks.flatMap((line, index) => {
      const physical = found[index] ?? '';
      return physical === '' ? [] : [[line, lineOf(line.device, physical)] as const];
    }),
  );
}

/** The newest sample of each line by its place. */
function newestSamples(
  placed: readonly PlacedSample[],
  lines: ReadonlyMap<number, Line>,
): ReadonlyMap<string, ManagedSample> {
  const newest = new Map<string, ManagedSample>();
  for (const { element, sample } of placed) {
    const line = lines.get(element.id);
    if (line === undefined) continue;
    const place = lineOf(line.device, line.name);
    if (sample.atMs > (newest.get(place)?.atMs ?? -Infinity)) newest.set(place, sample);
  }
  return newest;
}

/**
 * Samples of Cisco's lines as the SD-WAN settings mean them: interfaces that are IPsec tunnels are none, and a loopback whose description
 * names a physical interface has the state and the speed of that one, since a loopback itself is always up.
 */
export async function meantLines(
  placed: readonly PlacedSample[],
  inventory: Pick<Inventory, 'interfaces'>,
  rules: CiscoRules,
): Promise<readonly PlacedSample[]> {
  const lines = linesOf(placed, inventory);
  const tunnels = await ipsecTunnels([...lines.values()], rules);
  const bound = await boundTo([...lines.values()], rules);
  const newest = newestSamples(placed, lines);
  return placed.flatMap((one): readonly PlacedSample[] => {
    const line = lines.get(one.element.id);
    if (line === undefined) return [one];
    if (tunnels.has(line)) return [];
    const physical = newest.get(bound.get(line) ?? '');
    if (physical === undefined) return [one];
    const values = { ...one.sample.values, ...lineValues(physical) };
    return [{ ...one, sample: { ...one.sample, values } }];
  });
}
