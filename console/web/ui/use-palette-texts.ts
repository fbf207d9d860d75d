import { defineTexts } from '#web/lib/text.ts';
import type { Like } from '#web/lib/text-types.ts';

const en = {
  commands: 'Search and commands',
  commandsPlaceholder: 'Go to, switch customer, change a setting…',
  commandsNone: 'Nothing found for “{{query}}”',
  commandsHint: 'choose',
  commandsOpen: 'open',
} as const;

const fr = {
  commands: 'Recherche et commandes',
  commandsPlaceholder: 'Ouvrir une page, changer de client, modifier un réglage…',
  commandsNone: 'Aucun résultat pour «\u00A0{{query}}\u00A0»',
  commandsHint: 'choisir',
  commandsOpen: 'ouvrir',
} satisfies Like<typeof en>;

/** Texts of the search and commands. */
export const usePaletteTexts = defineTexts('palette', en, fr);
