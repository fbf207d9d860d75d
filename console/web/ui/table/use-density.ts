import { createStore, useStore } from '#web/lib/store.ts';
import { readOwned, whenOwned, writeOwned } from '#web/lib/stored.ts';
import type { Density } from './table-column.ts';

export const densities: readonly Density[] = ['compact', 'normal', 'comfortable'];
const toDensity = (text: string | undefined): Density => densities.find((each) => each === text) ?? 'normal';
const density = createStore<Density>('normal');
whenOwned(() => density.set(toDensity(readOwned('density'))));

/** Row height of every table, stored per user in this browser. */
export const useDensity = (): Density => useStore(density);

export function chooseDensity(next: Density): void {
  density.set(next);
  writeOwned('density', next);
}
