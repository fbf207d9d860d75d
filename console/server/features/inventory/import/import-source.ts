import {
  isMap,
  isNode,
  isPair,
  isScalar,
  LineCounter,
  parseDocument,
  visit,
  type Document,
  type YAMLMap,
} from 'yaml';
import {
  pathText,
  type FaultPath,
  type NetworkFileFault,
  type PlacedFault,
} from '#schemas/inventory/network-file-fault.ts';
import { networkFileRules } from '#schemas/inventory/network-file-rules.ts';
import { steppedFaults, type SteppedFault } from '#schemas/problem/input-faults.ts';
import { NetworkFile } from '#schemas/inventory/network-file.ts';
import type { RefusedAddress } from '#schemas/inventory/refused-address.ts';
import { refusedAddresses } from './refused-addresses.ts';

/** Converts the position of a fault in the value to a line of the text. */
export type Locate = (fault: PlacedFault) => NetworkFileFault;

export type NetworkSource =
  | {
      readonly ok: true;
      readonly value: NetworkFile;
      readonly locate: Locate;
      /** Addresses that are polled only where the configuration lists them. */
      readonly refused: readonly RefusedAddress[];
    }
  | { readonly ok: false; readonly faults: readonly NetworkFileFault[] };

/** Limit of aliases: nested aliases can expand to billions of nodes, and no network file needs more. */
const MAX_ALIASES = 100;

/** Offsets of the keys of maps. A file with a fault in each of thousands of keys looks up each of them. */
type KeyOffsets = WeakMap<YAMLMap, ReadonlyMap<unknown, number | undefined>>;

const offsetsOf = (map: YAMLMap): ReadonlyMap<unknown, number | undefined> =>
  new Map(
    map.items.flatMap((item) =>
      isPair(item) && isScalar(item.key) ? [[item.key.value, item.key.range?.[0]] as const] : [],
    ),
  );

function keyOffset(document: Document, path: FaultPath, known: KeyOffsets): number | undefined {
  const parent = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true);
  if (!isMap(parent)) return undefined;
  const offsets = known.get(parent) ?? offsetsOf(parent);
  known.set(parent, offsets);
  return offsets.get(path.at(-1));
}

/** The offsets of repeated keys. The parser's own check compares each key with all before it: 20,000 of them take half a minute. */
function repeatedKeys(document: Document): readonly number[] {
  const offsets: number[] = [];
  visit(document, {
    Map(_, { items }) {
      const keys = new Set<unknown>();
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        if (keys.has(key.value)) offsets.push(key.range?.[0] ?? 0);
        keys.add(key.value);
      }
    },
  });
  return offsets;
}

/** Returns the offset of the node at `path`, or of the nearest enclosing node. */
function offsetOf(document: Document, path: FaultPath): number {
  for (let depth = path.length; depth > 0; depth--) {
    const node: unknown = document.getIn(path.slice(0, depth), true);
    const offset = isNode(node) ? node.range?.[0] : undefined;
    if (offset !== undefined) return offset;
  }
  return document.contents?.range?.[0] ?? 0;
}

const placeIn = (lines: LineCounter, offset: number) => {
  const { line, col } = lines.linePos(offset);
  return { line: Math.max(line, 1), column: Math.max(col, 1) };
};

function locateIn(document: Document, lines: LineCounter): Locate {
  const known: KeyOffsets = new WeakMap();
  return ({ path, code, params, repeats, atKey = false }) => {
    const offset = (atKey ? keyOffset(document, path, known) : undefined) ?? offsetOf(document, path);
    return {
      path: pathText(path),
      ...placeIn(lines, offset),
      code,
      ...(params && {
        params: {
          ...params,
          ...(repeats && { otherLine: placeIn(lines, offsetOf(document, repeats)).line }),
        },
      }),
    };
  };
}

function placed({ steps, unknownFields, code, params }: SteppedFault): readonly PlacedFault[] {
  const path = steps.map((step) => (typeof step === 'number' ? step : String(step)));
  if (unknownFields.length === 0) return [{ path, code, ...(params && { params }) }];
  return unknownFields.map((key) => ({
    path: [...path, key],
    atKey: true,
    code: 'NETWORK_KEY_UNKNOWN',
    params: { key },
  }));
}

const syntaxFault = (reason: string) => ({ code: 'NETWORK_FILE_SYNTAX', params: { reason } }) as const;

const inReadingOrder = (one: NetworkFileFault, other: NetworkFileFault): number =>
  one.line - other.line || one.column - other.column;

/**
 * Reads a network file, YAML 1.2 or JSON (which is YAML). Returns all faults at once, each with its path and its position in
 * the text; for unreadable text only the syntax errors.
 */
export function readNetworkSource(text: string): NetworkSource {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: false });
  const faultAt = (offset: number, reason: string): NetworkFileFault => ({
    path: '',
    ...placeIn(lines, offset),
    ...syntaxFault(reason),
  });
  const parseErrors = document.errors.map(({ message, pos }) => faultAt(pos[0], message));
  const syntax =
    parseErrors.length > 0
      ? parseErrors
      : repeatedKeys(document).map((offset) => faultAt(offset, 'Map keys must be unique'));
  if (syntax.length > 0) return { ok: false, faults: syntax };
  const locate = locateIn(document, lines);
  let value: unknown;
  try {
    value = document.toJS({ maxAliasCount: MAX_ALIASES });
  } catch (error) {
    return { ok: false, faults: [locate({ path: [], ...syntaxFault((error as Error).message) })] };
  }
  const parsed = NetworkFile.safeParse(value);
  const faults = [...steppedFaults(NetworkFile, value).flatMap(placed), ...networkFileRules(value)];
  if (parsed.success && faults.length === 0) {
    const refused = refusedAddresses(parsed.data).map(({ path, address, refusal }) => {
      const { code: _code, ...place } = locate({ path, code: 'ADDRESS_INVALID' });
      return { ...place, address, refusal };
    });
    return { ok: true, value: parsed.data, locate, refused };
  }
  return { ok: false, faults: faults.map(locate).sort(inReadingOrder) };
}
