import type { Like } from '#web/lib/text-types.ts';
import type { en } from './en.ts';

export const fr = {
  csv: 'Télécharger en CSV',
  xlsx: 'Télécharger en Excel',
  format: 'Fichiers CSV',
  international: 'Virgule, point décimal',
  european: 'Point-virgule, virgule décimale',
  cut: 'Le fichier Excel contient les {{rows}} premières lignes sur {{all}}. Le fichier CSV les contient toutes.',
  cutAtLimit: 'Le fichier Excel contient les {{rows}} premières lignes. Le fichier CSV les contient toutes.',
  long: 'Le fichier contient {{rows}} lignes\u00A0: Excel en ouvre les {{opened}} premières.',
  writing: 'Écriture de {{title}}\u00A0: {{percent}}\u00A0%',
  finishing: 'Finalisation de {{title}}…',
  failed: 'Le navigateur n’a pas pu créer le fichier.',
  title: 'Titre',
  timeZone: 'Fuseau horaire',
  madeAt: 'Exporté le',
  rows: 'Lignes',
  rowsAtLimit: 'les {{rows}} premières\u00A0: un fichier Excel n’en contient pas plus',
  rowsCut: '{{rows}} sur {{all}}\u00A0: un fichier Excel n’en contient pas plus',
} satisfies Like<typeof en>;
