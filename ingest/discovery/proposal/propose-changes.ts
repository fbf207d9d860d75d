import type { FoundDevice, FoundInterface, FoundPart } from '#schemas/discovery/found.ts';
import type { Proposal, ProposalContent, ProposalField } from '#schemas/discovery/proposal.ts';
import type { InventoryDevice, InventoryInterface, InventoryPart } from './inventory-devices.ts';
import { matchDevices, mergeDuplicates } from './match-devices.ts';
import { movedSite, type InventorySite } from './moved-site.ts';
import { namedAsKnown } from './shared-interfaces.ts';
import type { MissedDevice } from './unresponsive-devices.ts';

/** A proposal before it is stored. A new device carries its own as `children`. */
export interface ProposalDraft extends Pick<Proposal, 'change' | 'kind' | 'name' | 'element' | 'fields'> {
  readonly content: ProposalContent;
  readonly children: readonly ProposalDraft[];
}

interface RunScope {
  /** Devices whose addresses the run probed in vain. */
  readonly unanswered: readonly MissedDevice[];
  readonly ignoredTypes: readonly number[];
  /** Of the customer. */
  readonly sites: readonly InventorySite[];
}

type Texts = Readonly<Record<string, string>>;

/** Fields of an added object, without empty ones. */
const addedFields = (after: Texts): ProposalField[] =>
  Object.entries(after).flatMap(([name, text]) => (text === '' ? [] : [{ name, before: null, after: text }]));

/** Fields that differ. A value the device does not report is not a change. */
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
}: FoundDevice | InventoryDevice): Texts => ({
  address,
  vendor,
  model,
  serial,
  software,
  sysName,
});

const portTexts = ({ index, alias }: FoundInterface | InventoryInterface): Texts => ({
  alias,
  index: index === null ? '' : String(index),
});

const newPortTexts = (port: FoundInterface): Texts => ({
  ...portTexts(port),
  type: String(port.type),
  speedBps: port.speedBps === 0 ? '' : String(port.speedBps),
});

const withoutChildren = (given: Omit<ProposalDraft, 'children'>): ProposalDraft => ({
  ...given,
  children: [],
});

/** A found device and its inventory entry. `label` is its inventory name. */
interface DeviceMatch {
  readonly found: FoundDevice;
  readonly known: InventoryDevice | undefined;
  readonly label: string;
}

function foundInterfaceDrafts(
  port: FoundInterface,
  mine: InventoryInterface | undefined,
  { known, label }: DeviceMatch,
): readonly ProposalDraft[] {
  const name = `${label} / ${port.name}`;
  const element = mine?.id ?? known?.id ?? null;
  const common = { kind: 'interface', name, content: { kind: 'interface', found: port } } as const;
  if (mine === undefined)
    return [
      withoutChildren({ ...common, change: 'added', element, fields: addedFields(newPortTexts(port)) }),
    ];
  const fields = changedFields(portTexts(mine), portTexts(port));
  return fields.length === 0 ? [] : [withoutChildren({ ...common, change: 'changed', element, fields })];
}

const vanishedInterfaceDraft = (port: InventoryInterface, label: string): ProposalDraft =>
  withoutChildren({
    change: 'vanished',
    kind: 'interface',
    name: `${label} / ${port.name}`,
    element: port.id,
    fields: vanishedFields(portTexts(port)),
    content: { kind: 'interface', found: null },
  });

/**
 * Whether the device lacks what its table lacks. Each device has an interface and an address: an empty table of these is one that the
 * credential may not see.
 */
function isComplete(
  { complete: full, interfaces, parts }: FoundDevice,
  kind: FoundDevice['complete'][number],
): boolean {
  if (!full.includes(kind)) return false;
  if (kind === 'interface') return interfaces.length > 0;
  return kind !== 'address' || parts.some((part) => part.kind === 'address');
}

/** Interfaces match by name, those that share one by what distinguishes them: the ifIndex is an attribute that may change. */
function interfaceDrafts(
  match: DeviceMatch,
  { ignoredTypes }: Pick<RunScope, 'ignoredTypes'>,
): readonly ProposalDraft[] {
  const { known, label } = match;
  const interfaces = namedAsKnown(match.found.interfaces, known?.interfaces ?? []);
  const found = { ...match.found, interfaces };
  const pair = { ...match, found };
  const before = new Map(known?.interfaces.map((port) => [port.name, port]));
  const after = new Set(found.interfaces.map(({ name }) => name));
  const seen = found.interfaces.filter(({ name, type }) => before.has(name) || !ignoredTypes.includes(type));
  const deleted = [...before.values()].filter(
    ({ name, active }) => active && isComplete(found, 'interface') && !after.has(name),
  );
  return [
    ...seen.flatMap((port) => foundInterfaceDrafts(port, before.get(port.name), pair)),
    ...deleted.map((port) => vanishedInterfaceDraft(port, label)),
  ];
}

const partKey = ({ kind, key }: FoundPart | InventoryPart): string => `${kind} ${key}`;

function partDrafts({ found, known, label }: DeviceMatch): readonly ProposalDraft[] {
  const before = new Map(known?.parts.map((part) => [partKey(part), part]));
  const after = new Map(found.parts.map((part) => [partKey(part), part]));
  const device = known?.id ?? null;
  const of = (
    part: FoundPart,
    change: ProposalDraft['change'],
    { fields, element }: Pick<ProposalDraft, 'element'> & { fields: ProposalField[] },
  ): ProposalDraft =>
    withoutChildren({
      change,
      kind: part.kind,
      name: `${label} / ${part.key}`,
      element,
      fields,
      content: { kind: 'part', part },
    });
  const seen = [...after].flatMap(([key, part]): readonly ProposalDraft[] => {
    const mine = before.get(key);
    if (mine === undefined) return [of(part, 'added', { fields: addedFields(part.fields), element: device })];
    // The key of a class contains all of its fields.
    const fields = part.kind === 'policy' ? [] : changedFields(mine.fields, part.fields);
    return fields.length === 0 ? [] : [of(part, 'changed', { fields, element: mine.element ?? device })];
  });
  const deleted = [...before.values()].filter(
    (part) => part.active && isComplete(found, part.kind) && !after.has(partKey(part)),
  );
  return [
    ...seen,
    ...deleted.map(({ element, kind, key, fields }) =>
      of({ kind, key, fields }, 'vanished', { fields: vanishedFields(fields), element: element ?? device }),
    ),
  ];
}

function withoutTables(found: FoundDevice): ProposalContent {
  const { interfaces: _interfaces, parts: _parts, ...remaining } = found;
  return { kind: 'device', found: remaining };
}

/** Name of a new device, unique within the inventory regardless of case. */
function nameFor({ sysName, address }: FoundDevice, taken: Set<string>): string {
  const desired = sysName === '' ? address : sysName;
  const name = taken.has(desired.toLowerCase()) ? `${desired} (${address})` : desired;
  taken.add(name.toLowerCase());
  return name;
}

function newDevice(found: FoundDevice, name: string, scope: Pick<RunScope, 'ignoredTypes'>): ProposalDraft {
  const pair = { found, known: undefined, label: name };
  return {
    change: 'added',
    kind: 'device',
    name,
    element: null,
    fields: addedFields(deviceTexts(found)),
    content: withoutTables(found),
    children: [...interfaceDrafts(pair, scope), ...partDrafts(pair)],
  };
}

/** A stack keeps its serial number while that chassis is a member. */
const withKnownSerial = (found: FoundDevice, { serial }: InventoryDevice): FoundDevice =>
  found.serials.some((member) => member.toUpperCase() === serial.toUpperCase())
    ? { ...found, serial }
    : found;

function knownDevice(
  reported: FoundDevice,
  known: InventoryDevice,
  scope: Pick<RunScope, 'ignoredTypes' | 'sites'>,
): readonly ProposalDraft[] {
  const found = withKnownSerial(reported, known);
  const site = movedSite(found, known, scope.sites);
  const before = scope.sites.find(({ id }) => id === known.site)?.name ?? '';
  const isElsewhere = site === undefined ? [] : [{ name: 'site', before, after: site.name }];
  const isBack = known.lost ? [{ name: 'collection', before: 'off', after: 'on' }] : [];
  const fields = [...isBack, ...isElsewhere, ...changedFields(deviceTexts(known), deviceTexts(found))];
  const content = { ...withoutTables(found), ...(site === undefined ? {} : { site: site.id }) };
  const { name, id: element } = known;
  return [
    ...(fields.length === 0
      ? []
      : [withoutChildren({ change: 'changed', kind: 'device', name, element, fields, content })]),
    ...interfaceDrafts({ found, known, label: name }, scope),
    ...partDrafts({ found, known, label: name }),
  ];
}

const vanishedDevice = ({ device, miss }: MissedDevice): ProposalDraft =>
  withoutChildren({
    change: 'vanished',
    kind: 'device',
    name: device.name,
    element: device.id,
    fields: [
      ...vanishedFields(deviceTexts(device)),
      ...addedFields({ unansweredSince: miss?.since.toISOString() ?? '' }),
    ],
    content: { kind: 'device', found: null },
  });

/** What a run found, without duplicates, and the devices of the inventory among it. */
interface Matching {
  readonly devices: readonly FoundDevice[];
  readonly matched: ReadonlyMap<FoundDevice, InventoryDevice>;
}

export function matchInventory(found: readonly FoundDevice[], known: readonly InventoryDevice[]): Matching {
  const addresses = new Set(known.map(({ address }) => address));
  const devices = mergeDuplicates(found, (address) => addresses.has(address));
  return { devices, matched: matchDevices(devices, known) };
}

/** Active devices of the inventory that a run did not find, where `wasProbed` holds for their address. */
export function absentDevices(
  { matched }: Matching,
  known: readonly InventoryDevice[],
  wasProbed: (address: string) => boolean,
): readonly InventoryDevice[] {
  const there = new Set([...matched.values()].map(({ id }) => id));
  return known.filter(({ id, address, active }) => active && !there.has(id) && wasProbed(address));
}

/** Proposes changes to a customer's inventory: additions, changes and removals. */
export function proposeChanges(
  { devices, matched }: Matching,
  known: readonly InventoryDevice[],
  scope: RunScope,
): readonly ProposalDraft[] {
  const taken = new Set(known.map(({ name }) => name.toLowerCase()));
  return [
    ...devices.flatMap((device) => {
      const match = matched.get(device);
      return match === undefined
        ? [newDevice(device, nameFor(device, taken), scope)]
        : knownDevice(device, match, scope);
    }),
    ...scope.unanswered.filter(({ isVanished }) => isVanished).map(vanishedDevice),
  ];
}
