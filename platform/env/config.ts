import { z } from 'zod';
import { readEndpoints } from '../embedded/access/endpoints.ts';
import { rememberValues } from './effective-config.ts';
import { plainStoreFaults } from './plain-stores.ts';
import { standard } from './standard.ts';
import { flagVariable } from './variable.ts';

/** Environment variables have invalid values. The message has a line for each, which names it and what is expected. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}

type Environment = Readonly<Record<string, string | undefined>>;

/** For every process that connects to a store. */
const anyStore = z.object({ PLAIN_STORES: flagVariable(false) });

function read<Schema extends z.ZodType>(schema: Schema, env: Environment): z.output<Schema> {
  const result = schema.safeParse(env);
  if (result.success) return result.data;
  throw new ConfigurationError(linesOf(result.error).join('\n'));
}

const linesOf = ({ issues }: z.ZodError): readonly string[] =>
  issues.map(({ path, message }) => `${path.join('.')}: ${message}`);

/** Returns a line for each invalid variable, and for each store beyond this machine without encryption. */
export function environmentFaults(schema: z.ZodType, env: Environment): readonly string[] {
  const result = schema.safeParse(env);
  const allowed = anyStore.safeParse(env);
  const plain = plainStoreFaults(env, allowed.success && allowed.data.PLAIN_STORES);
  return [
    ...(result.success ? [] : linesOf(result.error)),
    ...(allowed.success ? [] : linesOf(allowed.error)),
    ...plain,
  ];
}

/**
 * Reads the typed configuration of a process: `schema` is an object of variables (`variable.ts`), merged from those of the
 * components. Throws a ConfigurationError with a line for each invalid variable, or store beyond this machine without
 * encryption.
 */
export function readConfig<Schema extends z.ZodType>(schema: Schema, env: Environment): z.output<Schema> {
  const config = read(schema, env);
  const { PLAIN_STORES: isAllowed } = read(anyStore, env);
  const faults = plainStoreFaults(config as Readonly<Record<string, unknown>>, isAllowed);
  if (faults.length > 0) throw new ConfigurationError(faults.join('\n'));
  rememberValues({ schema, env, config });
  return config;
}

/** Exit status of a process whose configuration is invalid: EX_CONFIG of sysexits(3). A restart does not help. */
export const CONFIGURATION_STATUS = 78;

const given = (env: Environment): Environment =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));

/**
 * An environment with the addresses of the embedded stores below its TELLTALE_DATA for those of stores that it does not set: a
 * command that an administrator runs while the product runs needs none.
 */
export function withEmbeddedStores(env: Environment): Environment {
  const { TELLTALE_DATA } = read(z.object({ TELLTALE_DATA: standard.TELLTALE_DATA }), env);
  try {
    return { ...readEndpoints(TELLTALE_DATA), ...given(env) };
  } catch {
    // None were started there, or by another user.
    return env;
  }
}

/**
 * For a `main.ts`: reads the configuration from the environment, by default with the addresses of the embedded stores; invalid
 * values print a line each and end the process.
 */
export function configure<Schema extends z.ZodType>(
  schema: Schema,
  env: Environment = withEmbeddedStores(process.env),
): z.output<Schema> {
  try {
    return readConfig(schema, env);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(CONFIGURATION_STATUS);
  }
}
