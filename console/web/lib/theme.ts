import type { ThemeChoice } from '#schemas/account/preferences.ts';
import { createStore, useStore } from './store.ts';
import { readStored, writeStored } from './stored.ts';

export type Theme = 'dark' | 'light';

const toChoice = (text: string | undefined): ThemeChoice =>
  text === 'dark' || text === 'light' ? text : 'system';
const system = matchMedia('(prefers-color-scheme: light)');
const choice = createStore<ThemeChoice>(toChoice(readStored('theme')));
const resolve = (chosen: ThemeChoice): Theme => {
  if (chosen !== 'system') return chosen;
  return system.matches ? 'light' : 'dark';
};
const theme = createStore<Theme>(resolve(choice.get()));

function apply(): void {
  theme.set(resolve(choice.get()));
  // Also set by start.js before the first paint; the attribute drives every token.
  document.documentElement.dataset['mantineColorScheme'] = theme.get();
}
system.addEventListener('change', apply);

export const useTheme = (): Theme => useStore(theme);
export const useThemeChoice = (): ThemeChoice => useStore(choice);

/** Keeps the choice in this browser and shows it at once. */
export function showTheme(next: ThemeChoice): void {
  choice.set(next);
  writeStored('theme', next);
  apply();
}
