import { defineTexts } from '#web/lib/text.ts';
import { fr } from './fr.ts';

export const en = {
  'traffic-in': 'Traffic into the interface',
  'traffic-out': 'Traffic out of the interface',
  'traffic-both': 'Traffic',
  'by-application': 'Top applications',
  'by-conversation': 'Top conversations between sites',
  'by-interface': 'Top interfaces',
  outside: 'Internet',
  hiddenSite: 'A site that you cannot see',
  unknownInterface: 'Unknown interface',
  others: 'Others',
  volume_one: '{{bytes}} · {{packets}} packet',
  volume_other: '{{bytes}} · {{packets}} packets',
  total_one: 'Total {{bytes}}, {{packets}} packet',
  total_other: 'Total {{bytes}}, {{packets}} packets',
  'none-interface': 'No flows of this interface in this period',
  'none-device': 'No flows of this device in this period',
  'none-site': 'No flows of this site in this period',
  noExport: 'According to the inventory, the device exports no flows.',
} as const;

export const useTrafficTexts = defineTexts('traffic', en, fr);
