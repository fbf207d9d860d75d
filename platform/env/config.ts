import { z } from 'zod';
import { plainStore } from './plain-stores.ts';
import { flag } from './variable.ts';

/** A variable of the environment holds a wrong value. The message is one line that names it. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Of every process that speaks to a store. */
const anyStore = z.object({ PLAIN_STORES: flag(false) });

function read<Schema extends z.ZodType>(schema: Schema, env: Environment): z.output<Schema> {
  const result = schema.safeParse(env);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw new ConfigurationError(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'is wrong'}`);
}

/**
 * The typed configuration of a process: `schema` is an object of variables (`variable.ts`), merged from what each
 * component owns. Throws a ConfigurationError naming the first wrong variable, or a store that would be spoken to in the clear
 * beyond this machine.
 */
export function readConfig<Schema extends z.ZodType>(schema: Schema, env: Environment): z.output<Schema> {
  const config = read(schema, env);
  const { PLAIN_STORES: isAllowed } = read(anyStore, env);
  const fault = plainStore(config as Readonly<Record<string, unknown>>, isAllowed);
  if (fault !== undefined) throw new ConfigurationError(fault);
  return config;
}

/** For a `main.ts`: the configuration from the environment; a wrong value prints its one line and ends the process with 1. */
export function configure<Schema extends z.ZodType>(schema: Schema): z.output<Schema> {
  try {
    return readConfig(schema, process.env);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}
