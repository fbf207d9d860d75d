export const en = {
  definitionChanged: 'Definition changed',
  definitionChanges: 'Changes of the definition',
  changedThreshold: '{{before}} → {{after}}',
  'changed-kpi': 'another KPI',
  'changed-condition': 'condition',
  'changed-severity': 'severity',
  'changed-clearing': 'hold times',
  'changed-enabled': 'enabled or disabled',
  'changed-formula': 'formula of the KPI',
  openVersions: 'Open the versions',
  openDefinition: 'Open the definition',
} as const;
