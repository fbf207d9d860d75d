import type { Language } from '../time/locale.ts';

/** What a name that the product gives is called in each language. */
interface BuiltInName {
  readonly en: string;
  readonly fr: string;
  /** Names under which earlier releases stored it. */
  readonly before?: readonly string[];
}

/** `cockpit description`: a sentence that the product gives is one of its names. */
export type NamedKind = 'alarm' | 'cockpit' | 'cockpit description' | 'role';

/** By kind. The English name is the one that is stored, and written to files: renamed by a user it is theirs, and shown as they wrote it. */
const builtIn: Readonly<Record<NamedKind, readonly BuiltInName[]>> = {
  alarm: [
    { en: 'Device down', fr: 'Équipement injoignable' },
    { en: 'Interface down', fr: 'Interface inactive' },
    { en: 'Exporter silent', fr: 'Exporteur muet' },
    { en: 'Tunnel down', fr: 'Tunnel inactif' },
    { en: 'BGP session down', fr: 'Session BGP inactive', before: ['BGP down'] },
    { en: 'Inbound saturation', fr: 'Saturation entrante', before: ['Saturation IN'] },
    { en: 'Outbound saturation', fr: 'Saturation sortante', before: ['Saturation OUT'] },
    {
      en: 'Inbound utilisation',
      fr: 'Utilisation entrante',
      before: ['Utilisation IN ≥ 80 %', 'Utilisation IN'],
    },
    {
      en: 'Outbound utilisation',
      fr: 'Utilisation sortante',
      before: ['Utilisation OUT ≥ 80 %', 'Utilisation OUT'],
    },
    { en: 'Inbound errors', fr: 'Erreurs entrantes', before: ['Errors IN ≥ 1 %', 'Errors IN'] },
    { en: 'Outbound errors', fr: 'Erreurs sortantes', before: ['Errors OUT ≥ 1 %', 'Errors OUT'] },
    { en: 'Inbound discards', fr: 'Rejets entrants', before: ['Discards IN ≥ 1 %', 'Discards IN'] },
    { en: 'Outbound discards', fr: 'Rejets sortants', before: ['Discards OUT ≥ 1 %', 'Discards OUT'] },
    { en: 'CPU load', fr: 'Charge CPU', before: ['CPU ≥ 90 %'] },
    { en: 'Memory usage', fr: 'Occupation mémoire', before: ['Memory ≥ 90 %'] },
    { en: 'Probe loss', fr: 'Pertes mesurées par les sondes', before: ['Probe loss ≥ 5 %'] },
    { en: 'Inlet temperature', fr: 'Température d’entrée d’air', before: ['Inlet ≥ 40 °C'] },
    {
      en: 'Application response time',
      fr: 'Temps de réponse applicatif',
      before: ['Application response ≥ 800 ms'],
    },
    { en: 'QoS drops', fr: 'Rejets QoS', before: ['QoS drops ≥ 5 %'] },
    { en: 'Internet latency', fr: 'Latence Internet', before: ['Internet latency ≥ 150 ms'] },
    { en: 'SLA: availability', fr: 'SLA\u00A0: disponibilité', before: ['SLA: availability < 99.9 %'] },
    { en: 'SLA: CPU load', fr: 'SLA\u00A0: charge CPU', before: ['SLA: CPU ≥ 90 %'] },
  ],
  cockpit: [
    { en: 'Standard', fr: 'Standard' },
    { en: 'Applications + QoS', fr: 'Applications et QoS' },
  ],
  'cockpit description': [
    { en: 'Access lines and routers', fr: 'Liens d’accès et routeurs' },
    {
      en: 'Response times, classes of service, Internet',
      fr: 'Temps de réponse, classes de service, Internet',
    },
    { en: 'What contracts promise', fr: 'Engagements des contrats' },
  ],
  role: [
    { en: 'Administrator', fr: 'Administrateur' },
    { en: 'Default', fr: 'Par défaut' },
    { en: 'Operator', fr: 'Opérateur' },
    { en: 'NOC night shift', fr: 'Équipe de nuit NOC' },
    { en: 'Service engineer', fr: 'Ingénieur de service' },
    { en: 'Customer read-only', fr: 'Client, lecture seule' },
    { en: 'Field engineer North', fr: 'Technicien terrain Nord' },
  ],
};

const byStored: Readonly<Record<NamedKind, ReadonlyMap<string, BuiltInName>>> = {
  alarm: storedNames(builtIn.alarm),
  cockpit: storedNames(builtIn.cockpit),
  'cockpit description': storedNames(builtIn['cockpit description']),
  role: storedNames(builtIn.role),
};

function storedNames(names: readonly BuiltInName[]): ReadonlyMap<string, BuiltInName> {
  return new Map(names.flatMap((name) => [name.en, ...(name.before ?? [])].map((stored) => [stored, name])));
}

/** A name as it is shown: one that the product gave in the reader's language, one of a user as they wrote it. */
export const shownBuiltIn = (kind: NamedKind, stored: string, language: Language): string =>
  byStored[kind].get(stored)?.[language] ?? stored;

/** A name as it is found: as it is stored, and as it is shown in each language. */
export function searchedBuiltIn(kind: NamedKind, stored: string): string {
  const name = byStored[kind].get(stored);
  return name === undefined ? stored : [...new Set([stored, name.en, name.fr])].join(' ');
}

/** Of tests: the names of a kind. */
export const builtInNames = (kind: NamedKind): readonly BuiltInName[] => builtIn[kind];
