export const en = {
  expired: 'The license expired: its last day was {{expires}}. Monitoring continues.',
  expires_one: 'The license expires in {{count}} day, on {{expires}}.',
  expires_other: 'The license expires in {{count}} days, on {{expires}}.',
  exceeded: 'More {{service}} than the license covers: {{units}} of {{contracted}}. Monitoring continues.',
  nearly: 'Units of the license are nearly used, {{service}}: {{units}} of {{contracted}}.',
  device: 'devices',
  exporter: 'flow exporters',
  edge: 'SD-WAN edges',
  probe: 'probes',
  application: 'custom applications',
} as const;
