import { z } from 'zod';
import { fillText, type Text, type TextLanguage, type TextParameters } from '../problem/definition.ts';

/** Why a run sent nothing, or not to all; and what to do about it. */
export const reasonTexts = {
  missed: {
    en: 'Missed while the product was down: {{count}} runs since {{since}}',
    fr: 'Manquées pendant l’arrêt du produit\u00A0: {{count}} exécutions depuis {{since}}',
  },
  late: {
    en: 'Made up {{minutes}} minutes late',
    fr: 'Rattrapée avec {{minutes}} minutes de retard',
  },
  'no-attachments': {
    en: 'No report is attached: a schedule by time is not sent without one. Attach a report.',
    fr: 'Aucun rapport n’est joint\u00A0: une planification par date n’est pas envoyée sans rapport. Joignez un rapport.',
  },
  'no-recipients': {
    en: 'Every recipient has unsubscribed. Add a recipient.',
    fr: 'Tous les destinataires se sont désabonnés. Ajoutez un destinataire.',
  },
  'no-alarms': {
    en: 'The owner may not read the alarms of this run.',
    fr: 'Le propriétaire ne peut pas lire les alarmes de cette exécution.',
  },
  'owner-deleted': {
    en: 'The account of the owner was deleted. Save the schedule to become its owner.',
    fr: 'Le compte du propriétaire a été supprimé. Enregistrez la planification pour en devenir propriétaire.',
  },
  'owner-locked': {
    en: 'The account of {{owner}} is locked. Save the schedule to become its owner.',
    fr: 'Le compte de {{owner}} est verrouillé. Enregistrez la planification pour en devenir propriétaire.',
  },
  'owner-right': {
    en: '{{owner}} no longer has the right {{right}}. Save the schedule to become its owner.',
    fr: '{{owner}} n’a plus le droit {{right}}. Enregistrez la planification pour en devenir propriétaire.',
  },
  'owner-customer': {
    en: '{{owner}} no longer has access to the customer. Save the schedule to become its owner.',
    fr: '{{owner}} n’a plus accès au client. Enregistrez la planification pour en devenir propriétaire.',
  },
  'sender-right': {
    en: '{{owner}} may no longer send this report.',
    fr: '{{owner}} n’a plus le droit d’envoyer ce rapport.',
  },
  report: {
    en: 'A report was deleted, or {{owner}} may no longer read it. Edit the schedule.',
    fr: 'Un rapport a été supprimé, ou {{owner}} ne peut plus le lire. Modifiez la planification.',
  },
  variables: {
    en: 'A variable is unknown: {{name}}. Edit the schedule.',
    fr: 'Une variable est inconnue\u00A0: {{name}}. Modifiez la planification.',
  },
  'no-worker': {
    en: 'No process renders reports: none took this one within {{minutes}} minutes. See Health monitoring.',
    fr: 'Aucun processus ne génère les rapports\u00A0: aucun n’a pris celui-ci en {{minutes}} minutes. Voyez la supervision.',
  },
  slow: {
    en: 'The reports were not rendered within {{minutes}} minutes. Shorten their period or their pages.',
    fr: 'Les rapports n’ont pas été générés en {{minutes}} minutes. Réduisez leur période ou leurs pages.',
  },
  rendering: {
    en: 'The report “{{report}}” could not be rendered: {{detail}}',
    fr: 'Le rapport «\u00A0{{report}}\u00A0» n’a pas pu être généré\u00A0: {{detail}}',
  },
  'no-mail-server': {
    en: 'No mail server is configured. Set one in Settings, SMTP.',
    fr: 'Aucun serveur de messagerie n’est configuré. Définissez-en un dans Paramètres, SMTP.',
  },
  undelivered: {
    en: '{{count}} of {{total}} recipients did not get it: {{detail}}',
    fr: '{{count}} destinataires sur {{total}} ne l’ont pas reçue\u00A0: {{detail}}',
  },
  cancelled: {
    en: 'Cancelled: the schedule was disabled or changed',
    fr: 'Annulée\u00A0: la planification a été désactivée ou modifiée',
  },
} as const satisfies Record<string, Text>;

export const RunReasonCode = z.enum(Object.keys(reasonTexts) as [keyof typeof reasonTexts]);
export type RunReasonCode = z.infer<typeof RunReasonCode>;

export const runReasonText = (
  { code, params }: { readonly code: RunReasonCode; readonly params: TextParameters },
  language: TextLanguage,
): string => fillText(reasonTexts[code][language], params, language);
