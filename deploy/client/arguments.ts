import { CommandError } from './command-error.ts';

/** Options without a value. */
const flags = ['help', 'dry-run', 'json'] as const;
export type Flag = (typeof flags)[number];

/** A command line: words, flags, and options with their values. */
export interface CommandLine {
  readonly words: readonly string[];
  readonly flags: ReadonlySet<Flag>;
  readonly options: Readonly<Record<string, string>>;
}

const isFlag = (name: string): name is Flag => flags.some((one) => one === name);

/** Name and value of an option, whose value may be the next argument. */
function optionOf(argument: string, next: string | undefined): readonly [string, string] {
  const [, name = '', given] = /^--([^=]+)(?:=(.*))?$/s.exec(argument) ?? [];
  const value = given ?? next;
  if (name === '' || value === undefined) throw new CommandError('usage', `${argument} needs a value`);
  return [name, value];
}

/**
 * Reads a command line. Options of contracts are not known here, so each option that is no flag has a value: `--from 1767225600` or
 * `--from=1767225600`. After `--` everything is a word.
 */
export function readCommandLine(args: readonly string[]): CommandLine {
  const words: string[] = [];
  const found = new Set<Flag>();
  const options: Record<string, string> = {};
  const waiting = [...args];
  for (let argument = waiting.shift(); argument !== undefined; argument = waiting.shift()) {
    const flag = argument === '-h' ? 'help' : argument.slice(2);
    if (argument === '--') words.push(...waiting.splice(0));
    else if (argument === '-h' || (argument.startsWith('--') && isFlag(flag))) found.add(flag as Flag);
    else if (!argument.startsWith('--')) words.push(argument);
    else {
      const [name, value] = optionOf(argument, argument.includes('=') ? undefined : waiting.shift());
      if (name in options) throw new CommandError('usage', `--${name} is given twice`);
      options[name] = value;
    }
  }
  return { words, flags: found, options };
}

/** Takes the options that a command knows; the others are named. */
export function knownOptions<Name extends string>(
  { options }: CommandLine,
  names: readonly Name[],
): Readonly<Partial<Record<Name, string>>> {
  const unknown = Object.keys(options).filter((name) => !names.some((one) => one === name));
  if (unknown.length > 0) throw new CommandError('usage', `this command has no --${unknown.join(', --')}`);
  return options as Partial<Record<Name, string>>;
}
