import type { Severity } from '../../alerting/severity.ts';
import type { NoticeWords } from './en.ts';

const plural = (count: number, one: string, many = `${one}s`): string =>
  `${String(count)} ${count > 1 ? many : one}`;

const lower: Readonly<Record<Severity, string>> = {
  critical: 'critique',
  major: 'avertissement',
  minor: 'mineure',
};

export const fr: NoticeWords = {
  causes: {
    rule: '',
    disabled: 'L’alarme a été désactivée. ',
    deleted: 'L’alarme a été supprimée. ',
    moved: 'L’élément a changé de site. ',
    severity: '',
  },
  changed: (from, to) => `La gravité est passée de ${lower[from]} à ${lower[to]}. `,
  ofDevice: (element, device) => `${element} de ${device}`,
  event: ({ cause, where, rule, outliers, measures, isCleared, value, isWithout }) => {
    const share = `${outliers} des ${measures} dernières mesures`;
    const state = isCleared ? `n’est plus vérifié sur ${share}` : `sur ${share}`;
    const last = isWithout ? 'aucune valeur depuis' : 'dernière valeur';
    return `${cause}${where}\u00A0: ${rule} ${state}, ${last} ${value}`;
  },
  group: ({ raises, clears, isRestricted, sites, customer, names }) => {
    const some = (count: number, edge: string): string =>
      isRestricted
        ? plural(count, `alarme restreinte ${edge}`, `alarmes restreintes ${edge}s`)
        : plural(count, `alarme ${edge}`, `alarmes ${edge}s`);
    const edges = [
      ...(raises > 0 ? [some(raises, 'déclenchée')] : []),
      ...(clears > 0 ? [some(clears, 'levée')] : []),
    ];
    return `${edges.join(' et ')} sur ${plural(sites, 'site')} de ${customer}\u00A0: ${names}`;
  },
  more: (count) => plural(count, 'autre'),
  moreEvents: (count) => plural(count, 'autre événement d’alarme', 'autres événements d’alarme'),
  moreIncidents: (count) => `et ${plural(count, 'autre incident', 'autres incidents')}`,
  worstOf: (count, sentence) => `${plural(count, 'incident')}, le plus grave\u00A0: ${sentence}`,
  state: { raised: 'DÉCLENCHÉE', cleared: 'LEVÉE' },
  severity: { critical: 'Critique', major: 'Avertissement', minor: 'Mineure' },
  worse: (severity) => `Désormais ${severity.toLowerCase()}`,
  over: 'Levée',
  colon: '\u00A0: ',
  facts: { value: 'Valeur', incident: 'Incident', customer: 'Client', since: 'Depuis', at: 'À' },
  open: 'Ouvrir dans Telltale',
  runbook: 'Procédure',
  example: {
    alarm: 'Test d’une notification',
    customer: 'Client d’exemple',
    site: 'Site d’exemple',
    description: 'Ceci est un test\u00A0: tout va bien.',
  },
};
