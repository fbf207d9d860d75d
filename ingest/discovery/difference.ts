import type { FoundDevice, FoundInterface, FoundPart } from '#schemas/discovery/found.ts';
import type { Proposal, ProposalContent, ProposalField } from '#schemas/discovery/proposal.ts';
import type { KnownDevice, KnownInterface, KnownPart } from './known-devices.ts';
import { matchDevices, withoutDoubles } from './match-devices.ts';

/** A proposal before it is stored. Those of a new device stand below it. */
export interface Draft extends Pick<Proposal, 'change' | 'kind' | 'name' | 'element' | 'fields'> {
  readonly content: ProposalContent;
  readonly below: readonly Draft[];
}

export interface Scope {
  /** Whether the run asked this address: only there something can have vanished. */
  readonly wasAsked: (address: string) => boolean;
  /** Addresses where somebody is who refused. */
  readonly refused: ReadonlySet<string>;
  readonly ignoredTypes: readonly number[];
}

type Texts = Readonly<Record<string, string>>;

/** Fields of something new, those that are empty left out. */
const addedFields = (after: Texts): ProposalField[] =>
  Object.entries(after).flatMap(([name, text]) => (text === '' ? [] : [{ name, before: null, after: text }]));

/** Fields that differ. What the device does not tell is no change. */
const changedFields = (before: Texts, after: Texts): ProposalField[] =>
  Object.entries(after).flatMap(([name, text]) =>
    text === '' || text === (before[name] ?? '') ? [] : [{ name, before: before[name] ?? '', after: text }],
  );

const vanishedFields = (before: Texts): ProposalField[] =>
  Object.entries(before).flatMap(([name, text]) =>
    text === '' ? [] : [{ name, before: text, after: null }],
  );

const deviceTexts = ({
  address,
  vendor,
  model,
  serial,
  software,
  sysName,
}: FoundDevice | KnownDevice): Texts => ({
  address,
  vendor,
  model,
  serial,
  software,
  sysName,
});

const portTexts = ({ index, alias }: FoundInterface | KnownInterface): Texts => ({
  alias,
  index: index === null ? '' : String(index),
});

const newPortTexts = (port: FoundInterface): Texts => ({
  ...portTexts(port),
  type: String(port.type),
  speedBps: port.speedBps === 0 ? '' : String(port.speedBps),
});

const draft = (given: Omit<Draft, 'below'>): Draft => ({ ...given, below: [] });

/** A device as it was found, and as the inventory has it; `label` is its name there. */
interface Pair {
  readonly found: FoundDevice;
  readonly known: KnownDevice | undefined;
  readonly label: string;
}

function seenPort(
  port: FoundInterface,
  mine: KnownInterface | undefined,
  { known, label }: Pair,
): readonly Draft[] {
  const name = `${label} / ${port.name}`;
  const element = mine?.id ?? known?.id ?? null;
  const common = { kind: 'interface', name, content: { kind: 'interface', found: port } } as const;
  if (mine === undefined)
    return [draft({ ...common, change: 'added', element, fields: addedFields(newPortTexts(port)) })];
  const fields = changedFields(portTexts(mine), portTexts(port));
  return fields.length === 0 ? [] : [draft({ ...common, change: 'changed', element, fields })];
}

const gonePort = (port: KnownInterface, label: string): Draft =>
  draft({
    change: 'vanished',
    kind: 'interface',
    name: `${label} / ${port.name}`,
    element: port.id,
    fields: vanishedFields(portTexts(port)),
    content: { kind: 'interface', found: null },
  });

/** Interfaces by their name: the ifIndex is an attribute, and moves. */
function interfaceDrafts(pair: Pair, { ignoredTypes }: Scope): readonly Draft[] {
  const { found, known, label } = pair;
  const before = new Map(known?.interfaces.map((port) => [port.name, port]));
  const after = new Set(found.interfaces.map(({ name }) => name));
  const seen = found.interfaces.filter(({ name, type }) => before.has(name) || !ignoredTypes.includes(type));
  const gone = [...before.values()].filter(
    ({ name, active }) => active && found.whole.includes('interface') && !after.has(name),
  );
  return [
    ...seen.flatMap((port) => seenPort(port, before.get(port.name), pair)),
    ...gone.map((port) => gonePort(port, label)),
  ];
}

const partKey = ({ kind, key }: FoundPart | KnownPart): string => `${kind} ${key}`;

function partDrafts({ found, known, label }: Pair): readonly Draft[] {
  const before = new Map(known?.parts.map((part) => [partKey(part), part]));
  const after = new Map(found.parts.map((part) => [partKey(part), part]));
  const device = known?.id ?? null;
  const of = (
    part: FoundPart,
    change: Draft['change'],
    { fields, element }: Pick<Draft, 'element'> & { fields: ProposalField[] },
  ): Draft =>
    draft({
      change,
      kind: part.kind,
      name: `${label} / ${part.key}`,
      element,
      fields,
      content: { kind: 'part', part },
    });
  const seen = [...after].flatMap(([key, part]): readonly Draft[] => {
    const mine = before.get(key);
    if (mine === undefined) return [of(part, 'added', { fields: addedFields(part.fields), element: device })];
    // The key of a class says all there is.
    const fields = part.kind === 'policy' ? [] : changedFields(mine.fields, part.fields);
    return fields.length === 0 ? [] : [of(part, 'changed', { fields, element: mine.element ?? device })];
  });
  const gone = [...before.values()].filter(
    (part) => part.active && found.whole.includes(part.kind) && !after.has(partKey(part)),
  );
  return [
    ...seen,
    ...gone.map(({ element, kind, key, fields }) =>
      of({ kind, key, fields }, 'vanished', { fields: vanishedFields(fields), element: element ?? device }),
    ),
  ];
}

function withoutTables(found: FoundDevice): ProposalContent {
  const { interfaces: _interfaces, parts: _parts, ...rest } = found;
  return { kind: 'device', found: rest };
}

/** Names as they are given to new devices: each once, also beside those of the inventory. */
function nameFor({ sysName, address }: FoundDevice, taken: Set<string>): string {
  const wanted = sysName === '' ? address : sysName;
  const name = taken.has(wanted) ? `${wanted} (${address})` : wanted;
  taken.add(name);
  return name;
}

function newDevice(found: FoundDevice, name: string, scope: Scope): Draft {
  const pair = { found, known: undefined, label: name };
  return {
    change: 'added',
    kind: 'device',
    name,
    element: null,
    fields: addedFields(deviceTexts(found)),
    content: withoutTables(found),
    below: [...interfaceDrafts(pair, scope), ...partDrafts(pair)],
  };
}

function knownDevice(found: FoundDevice, known: KnownDevice, scope: Scope): readonly Draft[] {
  const isBack = known.lost ? [{ name: 'collection', before: 'off', after: 'on' }] : [];
  const fields = [...isBack, ...changedFields(deviceTexts(known), deviceTexts(found))];
  const content = withoutTables(found);
  const { name, id: element } = known;
  return [
    ...(fields.length === 0
      ? []
      : [draft({ change: 'changed', kind: 'device', name, element, fields, content })]),
    ...interfaceDrafts({ found, known, label: name }, scope),
    ...partDrafts({ found, known, label: name }),
  ];
}

/** What the inventory of a customer lacks, has otherwise, and has in vain. */
export function difference(
  found: readonly FoundDevice[],
  known: readonly KnownDevice[],
  scope: Scope,
): readonly Draft[] {
  const addresses = new Set(known.map(({ address }) => address));
  const devices = withoutDoubles(found, (address) => addresses.has(address));
  const matched = matchDevices(devices, known);
  const taken = new Set(known.map(({ name }) => name));
  const there = new Set([...matched.values()].map(({ id }) => id));
  const gone = known.filter(
    ({ id, address, active }) =>
      active && !there.has(id) && scope.wasAsked(address) && !scope.refused.has(address),
  );
  return [
    ...devices.flatMap((device) => {
      const match = matched.get(device);
      return match === undefined
        ? [newDevice(device, nameFor(device, taken), scope)]
        : knownDevice(device, match, scope);
    }),
    ...gone.map((device) =>
      draft({
        change: 'vanished',
        kind: 'device',
        name: device.name,
        element: device.id,
        fields: vanishedFields(deviceTexts(device)),
        content: { kind: 'device', found: null },
      }),
    ),
  ];
}
