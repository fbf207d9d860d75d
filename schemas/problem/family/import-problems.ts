import type { ProblemDefinition } from '../definition.ts';

/** Faults of imported files and of their lines, and why an import cannot continue. */
export const importProblems = {
  ACCEPTANCE_RUNNING: {
    status: 409,
    en: 'Proposals are already being accepted. Wait for the end, or cancel it.',
    fr: 'Des propositions sont déjà en cours d’acceptation. Attendez la fin ou annulez.',
  },
  ACCEPTANCE_ENDED: {
    status: 409,
    en: 'No proposals are being accepted.',
    fr: 'Aucune proposition n’est en cours d’acceptation.',
  },
  ACCEPTANCE_REMOVES_MANY: {
    status: 409,
    en: 'Of {{had}} elements, {{lacks}} have vanished: the source may be incomplete. Include or exclude them.',
    fr: 'Sur {{had}} éléments, {{lacks}} ont disparu\u00A0: la source est peut-être incomplète. Incluez-les ou excluez-les.',
  },
  IMPORT_FILE_EMPTY: { status: 400, en: 'The file is empty.', fr: 'Le fichier est vide.' },
  IMPORT_FILE_UNREADABLE: {
    status: 400,
    en: 'The workbook is incomplete or damaged: {{reason}}',
    fr: 'Le classeur est incomplet ou endommagé\u00A0: {{reason}}',
  },
  IMPORT_FILE_BINARY: {
    status: 400,
    en: 'The file is neither text nor an XLSX workbook.',
    fr: 'Le fichier n’est ni du texte ni un classeur XLSX.',
  },
  IMPORT_FILE_NUL: {
    status: 400,
    en: 'Line {{line}} contains a NUL character, which no text has. Export the file again, or remove the character.',
    fr: 'La ligne {{line}} contient un caractère NUL, absent de tout texte. Exportez le fichier à nouveau ou retirez ce caractère.',
  },
  IMPORT_FILE_OLD_WORKBOOK: {
    status: 400,
    en: 'The file is an XLS workbook, or has a password. Save it as XLSX without a password.',
    fr: 'Le fichier est un classeur XLS ou protégé par un mot de passe. Enregistrez-le au format XLSX sans mot de passe.',
  },
  IMPORT_QUOTE_OPEN: {
    status: 400,
    en: 'A quotation mark in the record that starts on line {{line}} is not closed.',
    fr: 'Un guillemet de l’enregistrement qui commence à la ligne {{line}} n’est pas fermé.',
  },
  IMPORT_LINE_TOO_LONG: {
    status: 400,
    en: 'Line {{line}} is too long for a row of a table.',
    fr: 'La ligne {{line}} est trop longue pour être celle d’un tableau.',
  },
  IMPORT_QUOTE_MISPLACED: {
    status: 400,
    en: 'Line {{line}} has a quotation mark within a cell. Enclose the cell in quotation marks, and double the one within.',
    fr: 'La ligne {{line}} a un guillemet au milieu d’une cellule. Mettez la cellule entre guillemets et doublez celui du milieu.',
  },
  IMPORT_UNPACKED_TOO_LARGE: {
    status: 400,
    en: 'Unpacked, the workbook has more than {{max}} MB.',
    fr: 'Décompressé, le classeur dépasse {{max}}\u00A0Mo.',
  },
  IMPORT_TOO_MANY_LINES: {
    status: 400,
    en: 'The file has more than {{max}} lines. Split it.',
    fr: 'Le fichier compte plus de {{max}} lignes. Découpez-le.',
  },
  IMPORT_OUT_OF_MEMORY: {
    status: 400,
    en: 'The file needs more memory than an import may use. Split it.',
    fr: 'Le fichier demande plus de mémoire qu’un import n’en a. Découpez-le.',
  },
  IMPORT_CANCELLED: { status: 409, en: 'The import was cancelled.', fr: 'L’import a été annulé.' },
  IMPORT_QUEUE_FULL: {
    status: 409,
    en: '{{max}} imports are waiting already. Try again when some have ended.',
    fr: '{{max}} imports sont déjà en attente. Réessayez quand certains seront terminés.',
  },
  IMPORT_TOO_SLOW: {
    status: 422,
    en: 'The file takes too long to read. Split it.',
    fr: 'Le fichier est trop long à lire. Découpez-le.',
  },
  IMPORT_INTERRUPTED: {
    status: 500,
    en: 'The server stopped several times during the import. Nothing was changed.',
    fr: 'Le serveur s’est arrêté plusieurs fois pendant l’import. Rien n’a été modifié.',
  },
  IMPORT_STATE: {
    status: 409,
    en: 'The state of the import has changed. Nothing was done.',
    fr: 'L’état de l’import a changé. Rien n’a été fait.',
  },
  IMPORT_UNDO_CHANGED: {
    status: 409,
    en: 'Elements of this import have changed since. It can no longer be undone.',
    fr: 'Des éléments de cet import ont été modifiés depuis. Il ne peut plus être annulé.',
  },
  IMPORT_MAPPING_IN_USE: {
    status: 409,
    en: 'A scheduled import uses these columns.',
    fr: 'Un import planifié utilise ces colonnes.',
  },
  IMPORT_COLUMN_MISSING: {
    status: 400,
    en: 'No column of the file is assigned to “{{field}}”.',
    fr: 'Aucune colonne du fichier n’est affectée à «\u00A0{{field}}\u00A0».',
  },
  IMPORT_COLUMN_UNKNOWN: {
    status: 400,
    en: 'The file has no column “{{name}}”.',
    fr: 'Le fichier n’a pas de colonne «\u00A0{{name}}\u00A0».',
  },
  IMPORT_COLUMN_REPEATED: {
    status: 400,
    en: 'The file has several columns “{{name}}”. Rename all but one.',
    fr: 'Le fichier a plusieurs colonnes «\u00A0{{name}}\u00A0». Renommez-les, sauf une.',
  },
  IMPORT_CELL_WITHOUT_HEADING: {
    status: 400,
    en: 'This cell has no heading.',
    fr: 'Cette cellule n’a pas d’en-tête.',
  },
  IMPORT_CELL_DATE: {
    status: 400,
    en: 'The cell contains a date. Format the column as text.',
    fr: 'La cellule contient une date. Mettez la colonne au format texte.',
  },
  IMPORT_CELL_FORMAT: {
    status: 400,
    en: 'The workbook shows this number in a format: {{value}}. Format the column as text, and write what is shown.',
    fr: 'Le classeur affiche ce nombre avec un format\u00A0: {{value}}. Mettez la colonne au format texte et écrivez ce qui est affiché.',
  },
  IMPORT_CELL_DIGITS: {
    status: 400,
    en: 'The workbook has rounded a number of more than 15 digits: {{value}}. Format the column as text, and write the number again.',
    fr: 'Le classeur a arrondi un nombre de plus de 15 chiffres\u00A0: {{value}}. Mettez la colonne au format texte et ressaisissez le nombre.',
  },
  IMPORT_COLUMN_HIDDEN: {
    status: 400,
    en: 'The column “{{name}}” is hidden in the workbook. Show it to import it, or do not assign it.',
    fr: 'La colonne «\u00A0{{name}}\u00A0» est masquée dans le classeur. Affichez-la pour l’importer, ou ne l’affectez pas.',
  },
  IMPORT_ROW_HIDDEN: {
    status: 400,
    en: 'This row is hidden in the workbook, as by a filter. Show it to import it, or delete it.',
    fr: 'Cette ligne est masquée dans le classeur, par exemple par un filtre. Affichez-la pour l’importer, ou supprimez-la.',
  },
  IMPORT_CELL_ERROR: {
    status: 400,
    en: 'The formula of the cell has no value: {{value}}',
    fr: 'La formule de la cellule n’a pas de valeur\u00A0: {{value}}',
  },
  IMPORT_CELL_INVISIBLE: {
    status: 400,
    en: 'Character {{position}} is {{character}}, which is invisible. Remove it.',
    fr: 'Le caractère {{position}} est {{character}}, qui est invisible. Supprimez-le.',
  },
  IMPORT_NUMBER_INVALID: {
    status: 400,
    en: '“{{value}}” is not a number.',
    fr: '«\u00A0{{value}}\u00A0» n’est pas un nombre.',
  },
  IMPORT_NUMBER_AMBIGUOUS: {
    status: 400,
    en: '“{{value}}” can be {{first}} or {{second}}. Write the number without a separator of thousands.',
    fr: '«\u00A0{{value}}\u00A0» peut être {{first}} ou {{second}}. Écrivez le nombre sans séparateur de milliers.',
  },
  IMPORT_VALUE_DIFFERS: {
    status: 400,
    en: 'Line {{other}} has “{{value}}” for the same element.',
    fr: 'La ligne {{other}} indique «\u00A0{{value}}\u00A0» pour le même élément.',
  },
  IMPORT_LINE_REPEATED: {
    status: 400,
    en: 'Line {{other}} is about the same element.',
    fr: 'La ligne {{other}} décrit le même élément.',
  },
  IMPORT_REQUIRED_NEW: {
    status: 400,
    en: '“{{name}}” is new and needs this value.',
    fr: '«\u00A0{{name}}\u00A0» est nouveau et nécessite cette valeur.',
  },
  IMPORT_EXPORTER_REPEATED: {
    status: 400,
    en: 'Line {{other}} gives the exporter {{address}} to another device.',
    fr: 'La ligne {{other}} attribue l’exporteur {{address}} à un autre équipement.',
  },
  IMPORT_ADDRESS_REPEATED: {
    status: 400,
    en: 'Line {{other}} gives the address {{address}} to another device of the customer.',
    fr: 'La ligne {{other}} attribue l’adresse {{address}} à un autre équipement du client.',
  },
  IMPORT_REMOVAL_HELD: {
    status: 409,
    en: 'The file lacks {{lacks}} of {{had}} elements of {{customer}}, more than {{percent}}%. Nothing was changed: apply or reject the difference.',
    fr: 'Il manque dans le fichier {{lacks}} éléments de {{customer}} sur {{had}}, plus de {{percent}}\u00A0%. Rien n’a été modifié\u00A0: appliquez la différence ou rejetez-la.',
  },
  IMPORT_SUPERSEDED: {
    status: 409,
    en: 'A newer file of the schedule was imported before anyone decided.',
    fr: 'Un fichier plus récent de la planification a été importé avant toute décision.',
  },
  IMPORT_SOURCE_UNREACHABLE: {
    status: 502,
    en: 'The file could not be fetched: {{reason}}',
    fr: 'Le fichier n’a pas pu être récupéré\u00A0: {{reason}}',
  },
  IMPORT_FOLDER_MISSING: {
    status: 409,
    en: 'The server has no folder for imports (IMPORT_FOLDER).',
    fr: 'Le serveur n’a pas de dossier d’import (IMPORT_FOLDER).',
  },
  IMPORT_CRON_INVALID: {
    status: 400,
    en: 'Not a valid cron expression: {{reason}}',
    fr: 'Expression cron non valide\u00A0: {{reason}}',
  },
} as const satisfies Record<string, ProblemDefinition>;
