import type { ProposedElement } from '#schemas/sdwan/proposal.ts';

/** A proposal that is not stored yet. */
export interface SdwanProposalDraft {
  readonly customer: number;
  readonly change: 'added' | 'changed' | 'vanished';
  readonly kind: 'device' | 'interface' | 'tunnel';
  readonly device: string;
  readonly name: string;
  readonly element: number | null;
  readonly content: ProposedElement;
}

export const nothingProposed: ProposedElement = {
  address: '',
  model: '',
  site: '',
  latitude: null,
  longitude: null,
  description: '',
  speedBps: null,
  fields: {},
};
