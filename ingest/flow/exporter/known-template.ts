import { agentReader, type AgentReader } from '../template/agent.ts';
import { isDetailed } from '../template/compile-details.ts';
import { statesSampling } from '../template/compile-sampling.ts';
import { layoutFields } from '../template/field-layout.ts';
import { hasPacketSection } from '../template/packet-section.ts';
import { compileRecord, type RecordDecoder } from '../template/compile.ts';
import { compileMeasures, type MeasureReader } from '../template/compile-measures.ts';
import { hostReader, type HostReader } from '../template/host.ts';
import { templateDirection, type TemplateDirection } from '../template/template-direction.ts';
import { packedTemplate } from '../template/pack-record.ts';
import { unknownElement } from '../template/registry.ts';
import { reverseTemplate } from '../template/reverse.ts';
import { isVariable, minRecordBytes, type FlowTemplate } from '../template/template.ts';

/** A template of a domain with its compiled readers. */
export interface KnownTemplate {
  readonly template: FlowTemplate;
  readonly minRecordBytes: number;
  /** Records are packed before they are decoded: they have variable-length fields or packet sections. */
  readonly isPacked: boolean;
  /** Records contain the start of a packet. */
  readonly hasPacket: boolean;
  /** Rows need the columns of `detailedFlows`. */
  readonly isDetailed: boolean;
  /** Records state their own sampling. */
  readonly statesSampling: boolean;
  /** Elements of the template that are in no registry. */
  readonly unknown: readonly string[];
  records: number;
  /** Bytes of its data sets since the last report, and when the newest arrived. */
  bytes: number;
  lastMs: number;
  /** When it was first received. */
  readonly sinceMs: number;
  /** Compiled at the first data record. */
  decoder: RecordDecoder | undefined;
  /** Decoder of the reverse direction of a biflow; null if the template has none. */
  reverse: RecordDecoder | null | undefined;
  /** Side at which its flows were observed. */
  direction: TemplateDirection | undefined;
  /** Reads performance measures; null if the template carries none. */
  measures: MeasureReader | null | undefined;
  /** Reads the host name; null if the template carries none. */
  host: HostReader | null | undefined;
  /** Reads the agent; null if the template carries none. */
  agent: AgentReader | null | undefined;
  /** Last use or announcement, for expiry. */
  usedMs: number;
  /** `usedMs` at the last save. */
  savedUsedMs: number;
  /** `usedMs` at the last report. */
  reportedUsedMs: number;
}

/** Bound of unknown elements reported per domain: a forged template can carry any number. */
export const MAX_UNKNOWN_ELEMENTS = 64;

function unknownElements({ fields, scopes }: FlowTemplate): readonly string[] {
  if (scopes > 0) return [];
  return [...new Set(fields.flatMap((field) => unknownElement(field) ?? []))].slice(0, MAX_UNKNOWN_ELEMENTS);
}

export const knownTemplate = (template: FlowTemplate, nowMs: number): KnownTemplate => ({
  template,
  minRecordBytes: minRecordBytes(template),
  isPacked: isVariable(template) || hasPacketSection(template),
  hasPacket: hasPacketSection(template),
  isDetailed: isDetailed(template) || hasPacketSection(template),
  statesSampling: statesSampling(layoutFields(template).placed),
  unknown: unknownElements(template),
  records: 0,
  bytes: 0,
  lastMs: 0,
  sinceMs: nowMs,
  decoder: undefined,
  reverse: undefined,
  direction: undefined,
  measures: undefined,
  host: undefined,
  agent: undefined,
  usedMs: nowMs,
  savedUsedMs: nowMs,
  reportedUsedMs: 0,
});

const compiled = (template: FlowTemplate, isPacked: boolean): RecordDecoder =>
  compileRecord(isPacked ? packedTemplate(template) : template);

/** Returns the compiled decoder of a flow template. */
export function decoderOf(known: KnownTemplate): RecordDecoder {
  known.decoder ??= compiled(known.template, known.isPacked);
  return known.decoder;
}

/** Returns the decoder of the reverse direction, null if the template has none (RFC 5103). */
export function reverseDecoderOf(known: KnownTemplate): RecordDecoder | null {
  if (known.reverse !== undefined) return known.reverse;
  const reverse = reverseTemplate(known.template);
  known.reverse = reverse === undefined ? null : compiled(reverse, known.isPacked);
  return known.reverse;
}

/** Returns the side at which the template's flows were observed. */
export function directionOf(known: KnownTemplate): TemplateDirection {
  known.direction ??= templateDirection(known.template, reverseDecoderOf(known) !== null);
  return known.direction;
}

/** Returns the reader of performance measures, null if the template carries none. */
export function measuresOf(known: KnownTemplate): MeasureReader | null {
  const { template, isPacked } = known;
  if (known.measures !== undefined) return known.measures;
  known.measures = compileMeasures(isPacked ? packedTemplate(template) : template) ?? null;
  return known.measures;
}

/** Returns the reader of the host name, null if the template carries none. */
export function hostOf(known: KnownTemplate): HostReader | null {
  const { template, isPacked } = known;
  if (known.host !== undefined) return known.host;
  known.host = hostReader(isPacked ? packedTemplate(template) : template) ?? null;
  return known.host;
}

/** Returns the reader of the agent, null if the template carries none. */
export function agentOf(known: KnownTemplate): AgentReader | null {
  const { template, isPacked } = known;
  if (known.agent !== undefined) return known.agent;
  known.agent = agentReader(isPacked ? packedTemplate(template) : template) ?? null;
  return known.agent;
}
