import type { Inventory } from '#schemas/inventory/snapshot.ts';
import type { Silence } from '#schemas/silence/silence.ts';

/** The elements, and the interfaces and components of the devices among them. */
function* withDeviceElements(
  elements: readonly number[],
  { devices, components }: Inventory,
): Generator<number> {
  const named = new Set(elements);
  yield* named;
  for (const id of named) yield* devices.get(id)?.interfaces ?? [];
  for (const { id, device } of components?.values() ?? []) if (named.has(device)) yield id;
}

/** The silences that can match alarms of these customers, with devices expanded to their elements. */
export const silencesOfPartition = (
  silences: readonly Silence[],
  inventory: Inventory,
  belongs: (customer: number) => boolean,
): readonly Silence[] =>
  silences
    .filter(({ customer }) => customer === null || belongs(customer))
    .map((silence) => {
      const { match } = silence;
      const elements = [...new Set(withDeviceElements(match.elements, inventory))].sort((a, b) => a - b);
      return { ...silence, match: { ...match, elements } };
    });
