import { informationElement } from './registry.ts';
import type { FlowTemplate, TemplateField } from './template.ts';

const FRAME = informationElement('dataLinkFrameSection').id;
const IP_PACKET = informationElement('ipHeaderPacketSection').id;
const FRAME_SIZE = informationElement('dataLinkFrameSize').id;

const isSection = ({ id, enterprise }: TemplateField): boolean =>
  enterprise === 0 && (id === FRAME || id === IP_PACKET);

/** Whether the records of a template contain the start of a packet (RFC 7133 §5). */
export const hasPacketSection = ({ fields }: FlowTemplate): boolean => fields.some(isSection);

/** The start of a packet in the record packed last. One object for all records, to avoid garbage. */
export const packetSection = {
  /** Offset in the view of the record. */
  at: 0,
  /** 0: the record has none. */
  length: 0,
  /** It starts with an Ethernet header, else with an IP header. */
  isFrame: false,
  /** Length of the whole frame, 0 if unknown. */
  frameBytes: 0,
  reset(): void {
    this.length = 0;
    this.frameBytes = 0;
  },
  observe(
    field: TemplateField,
    view: DataView,
    { at, length }: { readonly at: number; readonly length: number },
  ): void {
    if (field.enterprise === 0 && field.id === FRAME_SIZE && length === 2)
      this.frameBytes = view.getUint16(at);
    if (!isSection(field)) return;
    this.at = at;
    this.length = length;
    this.isFrame = field.id === FRAME;
  },
};
