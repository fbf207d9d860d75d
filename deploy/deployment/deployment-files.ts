import { chartFiles } from './chart-values.ts';
import { composeFile } from './compose-file.ts';
import { systemdUnits } from './systemd-units.ts';
import { sharedVariables, type DeploymentSize } from './tier-plan.ts';

/** What the repository has; `npm run deployment -- --workers N` writes others. */
export const usualSize: DeploymentSize = { workers: 1, partitions: 4 };

const HEAD = `# Variables of all processes, of which each reads its own (docs/20-operations.md). Secrets are in env/. A line without # is in force.
`;

/** Every variable with its default, as a comment unless the deployment sets it. */
function environmentFile({ partitions }: DeploymentSize): string {
  const set: Readonly<Record<string, string>> = { PARTITIONS: String(partitions) };
  const lines = sharedVariables().map(({ name, defaultValue, readers }) => {
    const value = set[name];
    return `\n# ${readers.join(', ')}\n${value === undefined ? '#' : ''}${name}=${value ?? defaultValue ?? ''}\n`;
  });
  return HEAD + lines.join('');
}

const within = (
  folder: string,
  files: Readonly<Record<string, string>>,
): readonly (readonly [string, string])[] =>
  Object.entries(files).map(([name, content]) => [`${folder}/${name}`, content]);

/** Every generated file without secrets, by its path. */
export const deploymentFiles = (size: DeploymentSize): Readonly<Record<string, string>> =>
  Object.fromEntries([
    ['compose.yaml', composeFile(size)],
    ['telltale.env', environmentFile(size)],
    ...within('chart', chartFiles(size)),
    ...within('systemd', systemdUnits(size)),
  ]);
