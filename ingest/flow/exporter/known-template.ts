import { agentReader } from '../template/agent.ts';
import type { AgentReader } from '../template/agent.ts';
import { compileRecord } from '../template/compile.ts';
import type { RecordDecoder } from '../template/compile.ts';
import { compileMeasures } from '../template/compile-measures.ts';
import type { MeasureReader } from '../template/compile-measures.ts';
import { hostReader } from '../template/host.ts';
import type { HostReader } from '../template/host.ts';
import { namedDirection } from '../template/named-direction.ts';
import type { NamedDirection } from '../template/named-direction.ts';
import { packedTemplate } from '../template/pack-record.ts';
import { unknownElement } from '../template/registry.ts';
import { reverseTemplate } from '../template/reverse.ts';
import { isVariable, leastBytes } from '../template/template.ts';
import type { Template } from '../template/template.ts';

/** A template that a domain knows, with what was made of it. */
export interface KnownTemplate {
  readonly template: Template;
  readonly leastBytes: number;
  readonly variable: boolean;
  /** Its elements that no list names, and the records read since that was told. */
  readonly unknown: readonly string[];
  records: number;
  /** Bytes of its data sets since that was told, and when the newest came in. */
  bytes: number;
  lastMs: number;
  /** When it was learned. */
  readonly sinceMs: number;
  /** Made at the first data record of the template. */
  decoder: RecordDecoder | undefined;
  /** The same for the reverse direction of a biflow; null when the template has none. */
  reverse: RecordDecoder | null | undefined;
  /** What it says of the side at which its flows were seen. */
  direction: NamedDirection | undefined;
  /** Reads what its records measure beside volume; null when they measure nothing. */
  measures: MeasureReader | null | undefined;
  /** Reads the host that its records name; null when they name none. */
  host: HostReader | null | undefined;
  /** Reads the agent that its records name; null when they name none. */
  agent: AgentReader | null | undefined;
  /** Last use or announcement, for expiry. */
  usedMs: number;
  /** `usedMs` as it was stored last. */
  keptMs: number;
  /** `usedMs` as it was told last. */
  toldMs: number;
}

/** Unknown elements that are told of one domain: a forged template has any number. */
export const MAX_UNKNOWN = 64;

function unknownElements({ fields, scopes }: Template): readonly string[] {
  if (scopes > 0) return [];
  return [...new Set(fields.flatMap((field) => unknownElement(field) ?? []))].slice(0, MAX_UNKNOWN);
}

export const knownTemplate = (template: Template, nowMs: number): KnownTemplate => ({
  template,
  leastBytes: leastBytes(template),
  variable: isVariable(template),
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
  keptMs: nowMs,
  toldMs: 0,
});

const compiled = (template: Template, variable: boolean): RecordDecoder =>
  compileRecord(variable ? packedTemplate(template) : template);

/** The compiled decoder of a template of flows. */
export function decoderOf(known: KnownTemplate): RecordDecoder {
  known.decoder ??= compiled(known.template, known.variable);
  return known.decoder;
}

/** The decoder of the reverse direction, null when the template says nothing of it (RFC 5103). */
export function reverseDecoderOf(known: KnownTemplate): RecordDecoder | null {
  if (known.reverse !== undefined) return known.reverse;
  const reverse = reverseTemplate(known.template);
  known.reverse = reverse === undefined ? null : compiled(reverse, known.variable);
  return known.reverse;
}

/** What the template says of the side at which its flows were seen. */
export function directionOf(known: KnownTemplate): NamedDirection {
  known.direction ??= namedDirection(known.template, reverseDecoderOf(known) !== null);
  return known.direction;
}

/** The reader of what records measure beside volume, null when the template says nothing of it. */
export function measuresOf(known: KnownTemplate): MeasureReader | null {
  const { template, variable } = known;
  if (known.measures !== undefined) return known.measures;
  known.measures = compileMeasures(variable ? packedTemplate(template) : template) ?? null;
  return known.measures;
}

/** The reader of the host that records name, null when the template has none. */
export function hostOf(known: KnownTemplate): HostReader | null {
  const { template, variable } = known;
  if (known.host !== undefined) return known.host;
  known.host = hostReader(variable ? packedTemplate(template) : template) ?? null;
  return known.host;
}

/** The reader of the agent that records name, null when the template has none. */
export function agentOf(known: KnownTemplate): AgentReader | null {
  const { template, variable } = known;
  if (known.agent !== undefined) return known.agent;
  known.agent = agentReader(variable ? packedTemplate(template) : template) ?? null;
  return known.agent;
}
