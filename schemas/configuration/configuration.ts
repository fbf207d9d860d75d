import { z } from 'zod';
import { API, route } from '../route.ts';

/** A value of the configuration of a process. Sensitive values are never sent. */
export const ConfigurationValue = z.strictObject({
  name: z.string(),
  type: z.enum(['text', 'number', 'flag', 'list', 'none']),
  /** As text; null: sensitive, or none. */
  value: z.string().nullable(),
  /** Null: sensitive, or the variable has no default. */
  defaultValue: z.string().nullable(),
  isSensitive: z.boolean(),
  /** The environment sets it; otherwise the default is in force. */
  isSet: z.boolean(),
});
export type ConfigurationValue = z.infer<typeof ConfigurationValue>;

/** What a process has in force. */
export const ProcessConfiguration = z.strictObject({
  process: z.string(),
  /** Distinguishes processes of the same kind. */
  instance: z.string(),
  values: z.array(ConfigurationValue),
});
export type ProcessConfiguration = z.infer<typeof ProcessConfiguration>;

export const readConfiguration = route({
  method: 'GET',
  path: `${API}/mt/conf`,
  scope: 'admin',
  everyCustomer: true,
  needs: 'SUPPORT.CONF.read',
  summary: 'Effective configuration of every running process, without sensitive values',
  reply: z.strictObject({ processes: z.array(ProcessConfiguration) }),
  problems: ['UNAVAILABLE'],
});

/** The configuration as a file of environment variables: defaults as comments, sensitive values left out. */
export const configurationFile = (processes: readonly ProcessConfiguration[]): string =>
  processes
    .map(({ process, instance, values }) =>
      [
        `# ${process}${instance === '' ? '' : ` (${instance})`}`,
        ...values.map(({ name, value, isSensitive, isSet }) => {
          if (isSensitive) return `# ${name} is secret: ${isSet ? 'set' : 'not set'}`;
          return `${isSet ? '' : '# '}${name}=${value ?? ''}`;
        }),
      ].join('\n'),
    )
    .join('\n\n')
    .concat('\n');
