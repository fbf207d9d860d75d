import type { ManagedInterface } from '#platform/sdwan/sdwan-client.ts';
import type { DeviceEntry, InterfaceEntry, Inventory } from '#schemas/inventory/snapshot.ts';
import { nothingProposed, type SdwanProposalDraft } from './proposal-draft.ts';

/** Interfaces inside of a router, which carry nothing. */
const INTERNAL = /^(?:system|null)\d*$/i;

/** What the manager says of an interface, as the inventory keeps it. */
export const saidOf = ({ speedBps, fields }: ManagedInterface): Readonly<Record<string, string>> => ({
  ...fields,
  ...(speedBps !== undefined && { speed: String(speedBps) }),
});

const draftOf = (
  change: 'added' | 'changed',
  port: ManagedInterface,
  of: { readonly customer: number; readonly device: string; readonly element: number | null },
): SdwanProposalDraft => ({
  change,
  kind: 'interface',
  name: port.name,
  ...of,
  content: {
    ...nothingProposed,
    description: port.description,
    speedBps: port.speedBps ?? null,
    fields: { ...port.fields },
  },
});

/** Whether the inventory has an interface as the manager says. An agent of the device knows better. */
function isSame(stored: InterfaceEntry, port: ManagedInterface, hasAgent: boolean): boolean {
  if (hasAgent && stored.fields === undefined) return true;
  const said = saidOf(port);
  const known = stored.fields ?? {};
  const names = new Set([...Object.keys(said), ...Object.keys(known)]);
  const isDescribed = port.description === '' || hasAgent || port.description === stored.alias;
  return isDescribed && [...names].every((name) => said[name] === known[name]);
}

/** An agent describes its ports itself, and a manager that says nothing changes nothing. */
const describedBy = (
  { alias }: InterfaceEntry,
  port: ManagedInterface,
  hasAgent: boolean,
): ManagedInterface => (port.description === '' || hasAgent ? { ...port, description: alias } : port);

/** The device of the inventory that an interface belongs to; undefined: not in it yet. */
interface Place {
  readonly customer: number;
  readonly device: DeviceEntry | undefined;
}

interface Shown {
  readonly interfaces: readonly ManagedInterface[];
  /** Undefined for an interface of a customer that is not known. */
  readonly placeOf: (port: ManagedInterface) => Place | undefined;
}

const namesOf = (device: DeviceEntry | undefined, { interfaces }: Pick<Inventory, 'interfaces'>) =>
  new Map(
    device?.interfaces.flatMap((id) => {
      const port = interfaces.get(id);
      return port === undefined ? [] : [[port.name.toLowerCase(), port] as const];
    }),
  );

/** What of one device differs; undefined device: all of it is new. */
function proposeOf(
  inventory: Pick<Inventory, 'interfaces'>,
  { customer, device }: Place,
  ports: readonly ManagedInterface[],
): readonly SdwanProposalDraft[] {
  const known = namesOf(device, inventory);
  const hasAgent = device?.snmp !== undefined;
  const shown = new Set(ports.map(({ name }) => name.toLowerCase()));
  const named = (port: ManagedInterface) => ({ customer, device: device?.name ?? port.device });
  const found = ports.flatMap((port): readonly SdwanProposalDraft[] => {
    const stored = known.get(port.name.toLowerCase());
    if (stored === undefined) return [draftOf('added', port, { ...named(port), element: null })];
    if (isSame(stored, port, hasAgent)) return [];
    return [draftOf('changed', describedBy(stored, port, hasAgent), { ...named(port), element: stored.id })];
  });
  const deleted = [...known].filter(
    ([name, { active, fields }]) => active && fields !== undefined && !shown.has(name),
  );
  const vanished = deleted.map(([, { name, id }]): SdwanProposalDraft => ({
    customer,
    change: 'vanished',
    kind: 'interface',
    device: device?.name ?? '',
    name,
    element: id,
    content: nothingProposed,
  }));
  return [...found, ...vanished];
}

/**
 * Proposes interfaces that a manager has and the inventory lacks, those that it describes otherwise, and those that came from it and are
 * no longer there. Of a device that shows none at all, nothing has vanished.
 */
export function proposeInterfaces(
  inventory: Pick<Inventory, 'interfaces'>,
  { interfaces, placeOf }: Shown,
): readonly SdwanProposalDraft[] {
  const outside = interfaces.filter(({ name }) => !INTERNAL.test(name));
  const byDevice = Map.groupBy(outside, ({ tenant, device }) => `${tenant}\n${device}`);
  return [...byDevice.values()].flatMap((ports) => {
    const [first] = ports;
    const place = first && placeOf(first);
    return place === undefined ? [] : proposeOf(inventory, place, ports);
  });
}
