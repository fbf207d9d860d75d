import type { Like } from '#web/lib/text-types.ts';
import type { en } from './en.ts';

export const fr = {
  title: 'Logo et couleurs',
  titleOf: 'Logo et couleurs de {{name}}',
  leadProvider: 'Les rapports de tous les clients, et les e-mails qui les envoient, affichent ce logo.',
  leadCustomer:
    'Les rapports de ce client, et les e-mails qui les envoient, affichent ce logo. Aucun autre client ne le voit.',
  logo: 'Logo',
  logoFile: 'Fichier du logo',
  logoHint:
    'PNG, JPEG ou SVG jusqu’à 10\u00A0Mo. Les scripts et les liens d’un SVG sont retirés. Les e-mails affichent les PNG et JPEG jusqu’à {{size}}\u00A0ko.',
  upload: 'Téléverser un logo',
  replace: 'Remplacer le logo',
  removeLogo: 'Retirer le logo',
  tooLarge: '{{name}} dépasse 10\u00A0Mo.',
  primary: 'Couleur de marque',
  primaryDefault: 'Aucune\u00A0: bleu, ou la couleur de l’opérateur.',
  primaryNone: 'Aucune couleur de marque',
  secondary: 'Seconde couleur de marque',
  secondaryDefault: 'Aucune\u00A0: une nuance foncée de la couleur de marque.',
  secondaryNone: 'Aucune seconde couleur',
  preview: 'Aperçu',
  noLogo: 'Aucun logo',
  onPrimary: 'Texte sur la couleur de marque',
  onSecondary: 'Texte sur la seconde couleur',
  save: 'Enregistrer',
  saved: 'Le logo et les couleurs sont enregistrés.',
} satisfies Like<typeof en>;
