import { dscpText } from '../../qos/dscp.ts';
import { isNamedType } from '../field-type.ts';
import { dimension, type DimensionId } from '../fields.ts';
import { printFilter } from '../filter/print.ts';
import type { FilterTest } from '../filter/tree.ts';
import { HIDDEN_SITE } from '../../kpi/flow-series-sql.ts';
import { protocolNumbers } from '../values.ts';
import { fieldsOf, type ChangeDimensionId } from './dimensions.ts';

/** The keyword of a protocol, else its number. */
export const protocolText = (number: number): string =>
  Object.entries(protocolNumbers).find(([, each]) => each === number)?.[0] ?? String(number);

/** A value as filters write it; names by their id, which renaming does not change. */
function filterText(field: DimensionId, value: string): string {
  const { type } = dimension(field);
  if (isNamedType(type)) return `#${value}`;
  if (type === 'dscp') return dscpText(Number(value));
  return type === 'protocol' ? protocolText(Number(value)) : value;
}

/** The filter of the flows with a value; empty where it names sites that the reader may not see. */
export function valueFilter(id: ChangeDimensionId, values: readonly string[]): string {
  const fields = fieldsOf(id);
  const isHidden = fields.some(
    (field, place) => dimension(field).type === 'site' && values[place] === String(HIDDEN_SITE),
  );
  if (isHidden) return '';
  const tests = fields.map((field, place): FilterTest => ({
    is: 'test',
    field,
    operator: '=',
    values: [{ text: filterText(field, values[place] ?? ''), at: 0 }],
  }));
  const [first, ...others] = tests;
  if (first === undefined) return '';
  return printFilter(others.length === 0 ? first : { is: 'and', parts: tests });
}
