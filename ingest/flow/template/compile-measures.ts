import { measureElements, NOT_MEASURED } from './measures.ts';
import { isNumber, findField, layoutFields, unsignedExpression } from './field-layout.ts';
import type { FlowTemplate } from './template.ts';

/** Writes the measures of the record at `p` into `values`; missing ones are `NOT_MEASURED`. */
export type MeasureReader = (view: DataView, p: number, values: Float64Array) => void;

/** All ones mean "not measured" at any length (observed on Cisco exporters). For 64 bits it is 2^64 as a double. */
const allOnes = (length: number): number => 256 ** length - 1;

/** Returns a reader of the measures, undefined if the template carries none. */
export function compileMeasures(template: FlowTemplate): MeasureReader | undefined {
  const { placed } = layoutFields(template);
  let found = false;
  const lines = measureElements.map(({ id, enterprise }, index) => {
    const field = findField(placed, id, enterprise);
    if (field === undefined || !isNumber(field.field))
      return `m[${String(index)}] = ${String(NOT_MEASURED)};`;
    found = true;
    const { length } = field.field;
    const value = unsignedExpression(field.offset, length);
    return `{ const x = ${value}; m[${String(index)}] = x === ${String(allOnes(length))} ? ${String(NOT_MEASURED)} : x; }`;
  });
  if (!found) return undefined;
  // oxlint-disable-next-line typescript/no-implied-eval -- made of constants and of checked numbers of the template
  return new Function('v', 'p', 'm', lines.join('\n')) as MeasureReader;
}
