import type { Like } from '#web/lib/text-types.ts';
import type { en } from './en.ts';

export const fr: Like<typeof en> = {
  'traffic-in': 'Trafic entrant de l’interface',
  'traffic-out': 'Trafic sortant de l’interface',
  'traffic-both': 'Trafic',
  'by-application': 'Principales applications',
  'by-conversation': 'Principales conversations entre sites',
  'by-interface': 'Principales interfaces',
  outside: 'Internet',
  hiddenSite: 'Un site que vous ne voyez pas',
  unknownInterface: 'Interface inconnue',
  others: 'Autres',
  volume_one: '{{bytes}} · {{packets}} paquet',
  volume_other: '{{bytes}} · {{packets}} paquets',
  total_one: 'Total {{bytes}}, {{packets}} paquet',
  total_other: 'Total {{bytes}}, {{packets}} paquets',
  'none-interface': 'Aucun flux de cette interface sur cette période',
  'none-device': 'Aucun flux de cet équipement sur cette période',
  'none-site': 'Aucun flux de ce site sur cette période',
  noExport: 'D’après l’inventaire, l’équipement n’exporte aucun flux.',
};
