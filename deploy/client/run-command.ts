import { readCommandLine } from './arguments.ts';
import { CommandError, exitCodes } from './command-error.ts';
import { commands, type CommandLineNeeds } from './commands.ts';
import { CallError } from './telltale-client.ts';

const WIDTH = 2 + Math.max(...Object.values(commands).map(({ usage }) => usage.length));

export const usage = `Usage: npx telltale COMMAND

${Object.values(commands)
  .map(({ usage: one, what }) => `  ${one.padEnd(WIDTH)}${what}`)
  .join('\n')}

C is the id, client id or name of a customer. --json prints one line of JSON per value.
TELLTALE_URL and TELLTALE_TOKEN replace the stored token (TELLTALE_CONFIG names its file).
Exit codes: 0 done, 1 failed, 2 wrong arguments, 3 no access, 4 not found, 5 server not reached, 130 interrupted.
`;

function codeOf({ status }: CallError): number {
  if (status === 0 || status === 502 || status === 503 || status === 504) return exitCodes.unreachable;
  if (status === 401 || status === 403) return exitCodes.access;
  return status === 404 ? exitCodes['not-found'] : exitCodes.failed;
}

const INTERRUPTED = 130;

async function runNamed(args: readonly string[], needs: CommandLineNeeds): Promise<void> {
  const line = readCommandLine(args);
  const [name] = line.words;
  if (line.flags.has('help') || name === 'help') return needs.out(usage);
  const command = name === undefined ? undefined : commands[name];
  const fault = name === undefined ? 'a command is needed' : `${name} is no command`;
  if (command === undefined) throw new CommandError('usage', `${fault}: telltale help`);
  return command.run(line, needs);
}

/** Runs a command line. Returns the exit code. */
export async function runCommand(args: readonly string[], needs: CommandLineNeeds): Promise<number> {
  const { signal, note } = needs;
  try {
    await runNamed(args, needs);
    return signal.aborted ? INTERRUPTED : 0;
  } catch (error) {
    if (signal.aborted) return INTERRUPTED;
    if (!(error instanceof CommandError || error instanceof CallError)) throw error;
    note(error.message);
    return error instanceof CallError ? codeOf(error) : exitCodes[error.reason];
  }
}
