import { elementsOf } from './elements.ts';
import type { Quantity } from './elements.ts';
import type { FlowTemplate } from './template.ts';

const has = ({ fields }: FlowTemplate, name: Quantity): boolean =>
  elementsOf(name).some(({ id, enterprise }) =>
    fields.some((field) => field.id === id && field.enterprise === enterprise),
  );

/** What a template says of the side at which its flows were seen. */
export interface TemplateDirection {
  /** It does not name the interface that they came in by. */
  readonly isInputUnnamed: boolean;
  /**
   * It names the interface that they went out by, not the one that they came in by, and no direction: as exporters do that watch the
   * outputs of interfaces.
   */
  readonly isEgress: boolean;
}

const plain: TemplateDirection = { isInputUnnamed: false, isEgress: false };

/** Of a biflow, whose two rows were seen at one place, nothing is concluded. */
export function templateDirection(template: FlowTemplate, isBiflow: boolean): TemplateDirection {
  if (isBiflow || has(template, 'inIndex')) return plain;
  return { isInputUnnamed: true, isEgress: has(template, 'outIndex') && !has(template, 'direction') };
}
