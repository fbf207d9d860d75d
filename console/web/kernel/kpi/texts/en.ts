export const en = {
  summary: '{{kpi}}: minimum {{min}}, maximum {{max}}, last {{last}} ({{time}})',
  range: 'minimum {{min}}, maximum {{max}}, last {{last}} ({{time}})',
} as const;
