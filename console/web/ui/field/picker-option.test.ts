import { expect, it } from 'vitest';
import { matchOptions } from './picker-option.ts';

const options = [
  { value: 'in', label: 'Débit entrant', keywords: 'Inbound throughput', right: 'bit/s' },
  { value: 'out', label: 'Débit sortant', keywords: 'Outbound throughput', right: 'bit/s' },
  { value: 'loss', label: 'Perte', keywords: 'Loss', detail: 'Cisco vManage' },
];
const found = (search: string) => matchOptions(options, search).map(({ value }) => value);

it.each([
  ['', ['in', 'out', 'loss']],
  ['debit', ['in', 'out']],
  ['DÉBIT sort', ['out']],
  ['inbound', ['in']],
  ['vmanage perte', ['loss']],
  ['nothing', []],
])(
  '“%s” finds every option with all its words, in whatever language, case and accent',
  (search, expected) => {
    expect(found(search)).toEqual(expected);
  },
);
