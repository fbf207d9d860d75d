import { addressText, saidFields, withoutPrefix } from '../interface-fields.ts';
import { looseNumber, looseText, type LooseFields } from '../lenient.ts';
import type { ManagedDevice, ManagedInterface } from '../sdwan-client.ts';

const placeOf = (systemAddress: string, address: string): string => `${systemAddress} ${address}`;

/** Colours of lines by system address and the address that their tunnels start from. */
function colorsOf(sessions: readonly LooseFields[]): ReadonlyMap<string, string> {
  return new Map(
    sessions.map((row) => [
      placeOf(looseText(row, 'vdevice-name'), looseText(row, 'src-ip')),
      looseText(row, 'local-color'),
    ]),
  );
}

/** Rows of an interface in the families of addresses count once, with the first address. */
const better = (one: ManagedInterface | undefined, other: ManagedInterface): ManagedInterface =>
  one === undefined || (one.fields['address'] === undefined && other.fields['address'] !== undefined)
    ? other
    : one;

interface Read {
  readonly devices: readonly ManagedDevice[];
  /** Rows of `state/Interface` (vEdge) and `state/CEdgeInterface` (IOS XE). */
  readonly rows: readonly LooseFields[];
  /** Rows of `state/BFDSessions`. */
  readonly sessions: readonly LooseFields[];
}

/** Interfaces of the devices, with the colours of their tunnels. */
export function interfacesOf({ devices, rows, sessions }: Read): readonly ManagedInterface[] {
  const byAddress = new Map(devices.map((device) => [device.address, device]));
  const colors = colorsOf(sessions);
  const found = new Map<string, ManagedInterface>();
  for (const row of rows) {
    const system = looseText(row, 'vdevice-name');
    const [device, name] = [byAddress.get(system), looseText(row, 'ifname')];
    if (device === undefined || name === '') continue;
    const address = addressText(looseText(row, 'ip-address'), looseText(row, 'ipv4-subnet-mask'));
    const megabits = looseNumber(row, 'speed-mbps');
    const color = colors.get(placeOf(system, withoutPrefix(address))) ?? '';
    const place = placeOf(system, name);
    found.set(
      place,
      better(found.get(place), {
        tenant: device.tenant,
        device: device.name,
        name,
        description: looseText(row, 'description', 'desc'),
        speedBps: megabits === undefined || megabits <= 0 ? undefined : Math.round(megabits * 1_000_000),
        fields: saidFields({ address, color }),
      }),
    );
  }
  return [...found.values()];
}
