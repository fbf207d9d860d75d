import type { ProblemDefinition } from '../definition.ts';

/** Reports and schedulings. */
export const reportProblems = {
  REPORT_UNAVAILABLE: { status: 404, en: 'Report unavailable', fr: 'Rapport indisponible' },
  REPORT_SAVE_FAILED: {
    status: 500,
    en: 'The report could not be saved.',
    fr: 'Le rapport n’a pas pu être enregistré.',
  },
  REPORT_RESOLVE_FAILED: {
    status: 500,
    en: 'The pages of the report could not be resolved.',
    fr: 'Les pages du rapport n’ont pas pu être résolues.',
  },
  REPORT_MAIL_FAILED: {
    status: 502,
    en: 'An error occurred while sending the mail',
    fr: 'Une erreur s’est produite lors de l’envoi de l’e-mail',
  },
  REPORT_IMAGE_UPLOAD_FAILED: {
    status: 500,
    en: 'Images upload failed',
    fr: 'Le téléversement des images a échoué',
  },
  REPORT_FILE_INVALID: { status: 400, en: 'Invalid File', fr: 'Fichier invalide' },
  REPORT_IMAGE_OVERSIZED: {
    status: 400,
    en: 'The image has {{width}} × {{height}} pixels. At most {{side}} a side and {{millions}} million in all are possible.',
    fr: 'L’image compte {{width}} × {{height}} pixels. Au plus {{side}} par côté et {{millions}} millions en tout sont possibles.',
  },
  REPORT_TOO_MANY_PAGES: {
    status: 400,
    en: 'A report has at most {{max}} pages.',
    fr: 'Un rapport comporte au plus {{max}} pages.',
  },
  REPORT_PDF_FAILED: {
    status: 500,
    en: 'The PDF could not be generated.',
    fr: 'Le PDF n’a pas pu être généré.',
  },
  REPORT_BROWSER_MISSING: {
    status: 503,
    en: 'No PDF can be made: Chromium is missing on the machine that renders reports. Install the package chromium, or set CHROMIUM_PATH.',
    fr: 'Aucun PDF ne peut être produit\u00A0: Chromium manque sur la machine qui met en forme les rapports. Installez le paquet chromium, ou définissez CHROMIUM_PATH.',
  },
  REPORT_RUN_LIMIT: {
    status: 429,
    en: 'At most {{max}} files can be made at a time. Wait for one to end, or cancel it.',
    fr: 'Au plus {{max}} fichiers peuvent être produits à la fois. Attendez la fin de l’un d’eux, ou annulez-le.',
  },
  REPORT_RUN_VARIABLES: {
    status: 400,
    en: 'The report has no such variable or item: {{name}}.',
    fr: 'Le rapport ne contient pas cette variable ou cet élément\u00A0: {{name}}.',
  },
  REPORT_NOT_RENDERED: {
    status: 409,
    en: 'The file is not ready.',
    fr: 'Le fichier n’est pas prêt.',
  },
  SCHEDULING_SUBSCRIBE_FAILED: { status: 500, en: 'Subscription error', fr: 'Erreur lors de l’abonnement' },
  SCHEDULING_UNSUBSCRIBE_FAILED: {
    status: 500,
    en: 'Error occur while unsubscribe',
    fr: 'Erreur lors du désabonnement',
  },
  SCHEDULING_SERVER_ERROR: { status: 500, en: 'Server error', fr: 'Erreur du serveur' },
  SCHEDULING_NOT_FOUND: { status: 404, en: 'Scheduling not found', fr: 'Planification introuvable' },
  SCHEDULING_LIST_INVALID: { status: 400, en: 'List is not valid', fr: 'La liste n’est pas valide' },
  SCHEDULING_NO_EMAILS: { status: 400, en: 'No emails provided', fr: 'Aucune adresse e-mail indiquée' },
  SCHEDULING_VARIABLES_INVALID: {
    status: 409,
    en: 'A report of this scheduling has invalid variables: edit the schedule.',
    fr: 'Un rapport de cette planification a des variables invalides\u00A0: modifiez la planification.',
  },
} as const satisfies Record<string, ProblemDefinition>;
