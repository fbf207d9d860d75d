import { defineTexts } from '#web/lib/text.ts';
import { fr } from './fr.ts';

export const en = {
  by: 'Colour of a site',
  by_alarms: 'Worst running alarm',
  by_value: 'Level of a KPI',
  size: 'Size of a site',
  size_same: 'Same for all',
  size_value: 'Value of a KPI',
  bothHint: 'The first KPI sets the colour, the last one the size.',
  sizeIs: 'Size: {{name}}',
  sizesOf: 'Sizes of {{name}}',
  upTo: '≤ {{value}}',
  valueOf: '{{name}} {{value}}',
  listOf: 'Sites of {{title}}',
  mapOf: 'Map of {{title}}',
  noSite: 'No site matches the filters',
  noPosition_one: '{{count}} site has no position.',
  noPosition_other: '{{count}} sites have no position.',
  alarms_one: '{{count}} alarm',
  alarms_other: '{{count}} alarms',
  noThresholds: 'Sites have a state once there are thresholds.',
  unwatched: 'No alarm definition applies to this selection: sites without an alarm are unknown.',
  undecided: 'Alarms are not being decided: sites without an alarm are unknown.',
  site: 'Site',
  city: 'City',
  state: 'State',
  running: 'Running alarms',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
} as const;

export const useSiteTexts = defineTexts('site-states', en, fr);
