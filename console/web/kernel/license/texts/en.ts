import { defineTexts } from '#web/lib/text.ts';
import { fr } from './fr.ts';

export const en = {
  expired: 'The license expired: its last day was {{expires}}. Monitoring continues.',
  expires_one: 'The license expires in {{count}} day, on {{expires}}.',
  expires_other: 'The license expires in {{count}} days, on {{expires}}.',
  exceeded: 'More units than the license covers: {{usage}}. Monitoring continues.',
  nearly: 'Units of the license are nearly used: {{usage}}.',
  usage: '{{units}} of {{contracted}} {{service}}',
  device: 'devices',
  exporter: 'flow exporters',
  edge: 'SD-WAN edges',
  probe: 'probes',
  application: 'custom applications',
} as const;

export const useLicenseWarningTexts = defineTexts('license-warning', en, fr);
