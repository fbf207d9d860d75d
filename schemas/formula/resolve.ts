import type { CounterKind } from '../counter/counter.ts';
import { argsOf, binary, number, operand, type BinaryOp, type Core } from './core.ts';
import { counterCalls, type CounterCall } from './counter-calls.ts';
import type { FaultReason, FormulaFault } from './fault.ts';
import type { FormulaNames } from './formula-names.ts';
import type { BinaryOperator, FormulaTree } from './tree.ts';
import { valueCalls } from './value-calls.ts';

export type Resolved =
  | { readonly ok: true; readonly core: Core; readonly element: string | undefined }
  | { readonly ok: false; readonly fault: FormulaFault };

const opOf: Record<BinaryOperator, BinaryOp> = {
  or: 'or',
  and: 'and',
  '<': 'less',
  '<=': 'less or equal',
  '>': 'greater',
  '>=': 'greater or equal',
  '=': 'equal',
  '!=': 'not equal',
  '+': 'add',
  '-': 'subtract',
  '*': 'multiply',
  '/': 'divide',
};

/** Thrown only within this file. */
class Fault extends Error {
  readonly fault: FormulaFault;
  constructor(reason: FaultReason, at: number, found: string) {
    super(reason);
    this.fault = { reason, at, found };
  }
}

type Call = FormulaTree & { readonly is: 'call' };

class Resolver {
  readonly #names: FormulaNames;
  /** Kind of element of the counters so far. */
  element: string | undefined;

  constructor(names: FormulaNames) {
    this.#names = names;
  }

  core(tree: FormulaTree): Core {
    switch (tree.is) {
      case 'number':
        return number(tree.value);
      case 'name':
        return this.#name(tree.name, tree.at);
      case 'negative':
      case 'not':
        return { op: tree.is, of: this.core(tree.of) };
      case 'pair':
        return binary(opOf[tree.sign], this.core(tree.left), this.core(tree.right));
      case 'call':
        return this.#call(tree);
    }
  }

  #call(call: Call): Core {
    const { name, args, at } = call;
    const ofCounter = Object.hasOwn(counterCalls, name) ? counterCalls[name] : undefined;
    const ofValues = Object.hasOwn(valueCalls, name) ? valueCalls[name] : undefined;
    // `min`, `max`, `sum` and `avg` of one counter aggregate its samples, of several arguments their values.
    if (ofCounter !== undefined && (ofValues === undefined || args.length === 1))
      return this.#ofCounter(call, ofCounter);
    if (ofValues === undefined) throw new Fault('unknown function', at, name);
    const [fewest, most] = ofValues.takes;
    if (args.length < fewest || args.length > most) throw new Fault('wrong number of arguments', at, name);
    return ofValues.of(args.map((arg) => this.core(arg)));
  }

  #ofCounter({ name, args, at }: Call, { kinds, of }: CounterCall): Core {
    const [only] = args;
    if (args.length !== 1) throw new Fault('wrong number of arguments', at, name);
    if (only?.is !== 'name') throw new Fault('counter expected', at, name);
    if (!kinds.includes(this.#counter(only.name, only.at))) throw new Fault('not of this counter', at, name);
    return of(only.name);
  }

  #name(name: string, at: number): Core {
    if (this.#names.properties.includes(name)) return operand('property', name);
    const kind = this.#counter(name, at);
    if (kind === 'gauge') return operand('last', name);
    if (kind === 'setting') return operand('latest', name);
    throw new Fault(kind === 'state' ? 'not of this counter' : 'function needed', at, name);
  }

  #counter(name: string, at: number): CounterKind {
    const counter = Object.hasOwn(this.#names.counters, name) ? this.#names.counters[name] : undefined;
    if (counter === undefined) throw new Fault('unknown name', at, name);
    this.element ??= counter.element;
    if (counter.element !== this.element) throw new Fault('several elements', at, name);
    return counter.kind;
  }
}

/** Maximum nesting: each level is a sub-query. */
const HIGHEST = 60;

/** Returns the nesting depth; shared parts are visited once. */
function heightOf(core: Core, known = new Map<Core, number>()): number {
  const before = known.get(core);
  if (before !== undefined) return before;
  const height = argsOf(core).reduce((highest, arg) => Math.max(highest, 1 + heightOf(arg, known)), 0);
  known.set(core, height);
  return height;
}

/** Maximum parts once every shared one is written out: `clamp` names its first argument three times, so that eight within each other have 32,801. */
const LARGEST = 20_000;

/** Returns the number of parts, each as often as it is named; shared parts are visited once. */
function sizeOf(core: Core, known = new Map<Core, number>()): number {
  const before = known.get(core);
  if (before !== undefined) return before;
  const size = argsOf(core).reduce((sum, arg) => sum + sizeOf(arg, known), 1);
  known.set(core, size);
  return size;
}

/** Resolves every name or returns the fault. `element` is the kind of element of all counters. */
export function resolveFormula(tree: FormulaTree, names: FormulaNames): Resolved {
  const resolver = new Resolver(names);
  try {
    const core = resolver.core(tree);
    if (heightOf(core) > HIGHEST || sizeOf(core) > LARGEST) throw new Fault('too deep', tree.at, '');
    return { ok: true, core, element: resolver.element };
  } catch (error) {
    if (error instanceof Fault) return { ok: false, fault: error.fault };
    throw error;
  }
}
