import type { Feature } from './feature.ts';

/** The words of a generated page, in both languages. */
export const webTexts = (
  { pascal, plural }: Pick<Feature, 'pascal' | 'plural'>,
  language: 'en' | 'fr',
): Readonly<Record<string, string>> =>
  language === 'en'
    ? {
        title: plural,
        add: `Add ${pascal.toLowerCase()}`,
        find: 'Search',
        name: 'Name',
        emptyTitle: `No ${plural.toLowerCase()} yet`,
        createTitle: `New ${pascal.toLowerCase()}`,
        editTitle: 'Edit {{name}}',
        create: 'Add',
        save: 'Save',
        deleteTitle: 'Delete {{name}}?',
        deleteConsequence: 'This cannot be undone.',
        confirmDelete: 'Delete',
        wasSaved: '{{name}} saved',
        wasDeleted: '{{name}} deleted',
      }
    : {
        title: plural,
        add: 'Ajouter',
        find: 'Rechercher',
        name: 'Nom',
        emptyTitle: 'Aucun élément',
        createTitle: 'Nouvel élément',
        editTitle: 'Modifier {{name}}',
        create: 'Ajouter',
        save: 'Enregistrer',
        deleteTitle: 'Supprimer {{name}}\\u00A0?',
        deleteConsequence: 'Cette action est irréversible.',
        confirmDelete: 'Supprimer',
        wasSaved: '{{name}} enregistré',
        wasDeleted: '{{name}} supprimé',
      };

/** The lines of a table of texts. */
export const textLines = (lines: Readonly<Record<string, string>>): string =>
  Object.entries(lines)
    .map(([key, text]) => `  ${key}: '${text}',`)
    .join('\n');
