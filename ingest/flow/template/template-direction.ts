import { elementsOf, type Quantity } from './elements.ts';
import type { FlowTemplate } from './template.ts';

const has = ({ fields }: FlowTemplate, name: Quantity): boolean =>
  elementsOf(name).some(({ id, enterprise }) =>
    fields.some((field) => field.id === id && field.enterprise === enterprise),
  );

/** Side at which the flows of a template were observed. */
export interface TemplateDirection {
  /** The template carries no input interface. */
  readonly isInputUnnamed: boolean;
  /**
   * The template carries the output interface, but neither input interface nor direction, as exporters do that monitor
   * egress.
   */
  readonly isEgress: boolean;
}

const plain: TemplateDirection = { isInputUnnamed: false, isEgress: false };

/** Nothing is concluded for a biflow: both of its rows were observed at one point. */
export function templateDirection(template: FlowTemplate, isBiflow: boolean): TemplateDirection {
  if (isBiflow || has(template, 'inIndex')) return plain;
  return { isInputUnnamed: true, isEgress: has(template, 'outIndex') && !has(template, 'direction') };
}
