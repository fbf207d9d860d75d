import type { ApplicationDraft } from '#schemas/application/application.ts';
import { BACKUP_PORT, COLD_CHAIN_PORT } from './plot.ts';

const none: ApplicationDraft['attributes'] = {
  addresses: [],
  ports: [],
  hostnames: [],
  applicationNames: [],
  deviceApplications: [],
  dscp: [],
  protocols: [],
};

interface Sketch {
  readonly name: string;
  readonly category: string;
  readonly description?: string;
  readonly attributes: Partial<ApplicationDraft['attributes']>;
}

const application = ({ attributes, description = '', ...names }: Sketch): ApplicationDraft => ({
  ...names,
  description,
  visibility: 'public',
  attributes: { ...none, ...attributes },
});

/** Applications of the provider, in the order of their evaluation. */
export const providerDrafts: readonly ApplicationDraft[] = [
  application({
    name: 'Voice',
    category: 'Voice',
    description: 'Everything marked EF',
    attributes: { dscp: [46] },
  }),
  application({
    name: 'Backup',
    category: 'Storage',
    description: 'Nightly backups',
    attributes: { ports: [String(BACKUP_PORT)], protocols: [6] },
  }),
  application({
    name: 'Databases',
    category: 'Data',
    attributes: { ports: ['1433', '1521', '3306', '5432'], protocols: [6] },
  }),
  application({ name: 'Remote desktop', category: 'Office', attributes: { ports: ['3389'] } }),
  application({
    name: 'Mail (old server)',
    category: 'Office',
    attributes: { ports: ['993'], protocols: [6] },
  }),
];

/** The one that is not used any more, and why. */
export const retired = {
  name: 'Mail (old server)',
  comment: 'The server was switched off in October, CHG-2210.',
} as const;

/** Applications of customers; one has the name of one of the provider. */
export const customerDrafts: Readonly<Record<string, readonly ApplicationDraft[]>> = {
  kelmar: [
    application({
      name: 'Cold chain control',
      category: 'Production',
      description: 'Temperatures of the cold stores',
      attributes: { ports: [String(COLD_CHAIN_PORT)], protocols: [6] },
    }),
  ],
  boreval: [
    application({
      name: 'Backup',
      category: 'Storage',
      description: 'Backups of the stores, to the warehouse',
      attributes: { ports: [String(BACKUP_PORT)], protocols: [6] },
    }),
  ],
};

/** Definitions of customers in place of the provider’s of that name. */
export const overrideDrafts: Readonly<Record<string, ApplicationDraft>> = {
  tessandre: application({
    name: 'Databases',
    category: 'Data',
    description: 'Core banking only',
    attributes: { ports: ['1433'], protocols: [6] },
  }),
};

/** Areas: the sites of a customer whose names have this word. */
export const areas: readonly { readonly customer: string; readonly name: string; readonly word: string }[] = [
  { customer: 'boreval', name: 'Stores', word: 'store' },
  { customer: 'tessandre', name: 'Branches', word: 'branch' },
  { customer: 'nordhaven', name: 'Terminals', word: 'terminal' },
  { customer: 'kelmar', name: 'Cold stores', word: 'cold store' },
  { customer: 'ostline', name: 'Stations', word: 'station' },
];

/** Application clusters at every site of a customer, by names of applications. */
export const applicationClusters: readonly {
  readonly customer: string;
  readonly name: string;
  readonly applications: readonly string[];
}[] = [
  { customer: 'kelmar', name: 'Production', applications: ['Cold chain control', 'Databases'] },
  { customer: 'tessandre', name: 'Core banking', applications: ['Databases'] },
  { customer: 'boreval', name: 'Storage', applications: ['Backup'] },
];

interface Note {
  /** Customer whose chapter it is about. */
  readonly customer: string;
  readonly alarm: string;
  readonly by: 'ines.marchal' | 'tomas.vidal';
  readonly note: string;
  readonly untilWorse: boolean;
  /** Username of the operator who takes it over. */
  readonly assignedTo?: string;
}

/** Acknowledgements, each once its alarm runs. */
export const notes: readonly Note[] = [
  {
    customer: 'quillridge',
    alarm: 'Outbound saturation',
    by: 'ines.marchal',
    note: 'INC-48211: recordings are being copied, ends today.',
    untilWorse: false,
  },
  {
    customer: 'tessandre',
    alarm: 'Inbound errors',
    by: 'ines.marchal',
    note: 'INC-48209: errors since CHG-2229, line card goes back tonight.',
    untilWorse: false,
    assignedTo: 'tomas.vidal',
  },
  {
    customer: 'brightwell',
    alarm: 'Outbound discards',
    by: 'tomas.vidal',
    note: 'INC-48207: policer corrected tonight, CHG-2231.',
    untilWorse: true,
  },
  {
    customer: 'arvenis',
    alarm: 'Inbound saturation',
    by: 'tomas.vidal',
    note: 'INC-48213: customer informed, upgrade to 50 Mbit/s ordered.',
    untilWorse: true,
  },
];

type LinkTo = (clientId: string, name: string) => string;

/** Where a visitor begins, a sentence for each chapter: as few lines as the window allows, above every page. */
const tours = {
  en: (link: LinkTo) => [
    'Demonstration data: companies, people and incidents are invented.',
    `${link('ostline', 'Ostline Rail Services')}: a router does not respond, which explains the alarms of its line.`,
    `${link('boreval', 'Boréval Distribution')}: backups saturate a line; its details name the application.`,
    `[All customers](/cc/alert?events=night): what happened last night.`,
  ],
  fr: (link: LinkTo) => [
    'Données de démonstration\u00A0: entreprises, personnes et incidents sont inventés.',
    `${link('ostline', 'Ostline Rail Services')}\u00A0: un routeur ne répond pas, ce qui explique les alarmes de sa liaison.`,
    `${link('boreval', 'Boréval Distribution')}\u00A0: des sauvegardes saturent une liaison\u00A0; le détail nomme l’application.`,
    `[Tous les clients](/cc/alert?events=night)\u00A0: ce qui s’est passé la nuit dernière.`,
  ],
};

/** The announcement of the demonstration: a short tour, which each user closes. */
export function tourOf(customers: ReadonlyMap<string, number>) {
  const link: LinkTo = (clientId, name) => {
    const id = customers.get(clientId);
    return id === undefined ? name : `[${name}](/alert?customer=${String(id)})`;
  };
  return { message: tours.en(link).join(' '), messageFr: tours.fr(link).join(' ') };
}
