import type { Like } from '#web/lib/text-types.ts';
import type { en } from './en.ts';

export const fr = {
  title: 'Sites autorisés (iframe)',
  save: 'Enregistrer',
  saved: 'Les sites autorisés sont enregistrés',
  patterns: 'Adresses que les widgets iframe peuvent afficher',
  patternsHint:
    'Une expression régulière par ligne. Elle correspond à l’adresse entière\u00A0: https://grafana\\.example\\.net/.* autorise toutes les pages de cet hôte.',
  reload: 'Les consoles ouvertes affichent les pages d’un nouvel hôte après un rechargement.',
  lineFault: 'Ligne {{line}}\u00A0: {{fault}}',
  linesFault: 'Lignes {{line}}\u00A0: {{fault}}',
} satisfies Like<typeof en>;
