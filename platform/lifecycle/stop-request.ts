/** Set by a parent that holds the other end of standard input: its end means that the parent is gone. */
const STDIN_VARIABLE = 'TELLTALE_STOP_WITH_STDIN';

/** Resolves, with its reason, when the process is to drain: SIGTERM, SIGINT, or its parent died. */
export function whenToldToStop(): Promise<string> {
  return new Promise((resolve) => {
    process.on('SIGTERM', () => {
      resolve('SIGTERM');
    });
    process.on('SIGINT', () => {
      resolve('SIGINT');
    });
    if (process.connected)
      process.once('disconnect', () => {
        resolve('parent is gone');
      });
    if (process.env[STDIN_VARIABLE] === '1') {
      process.stdin.resume();
      process.stdin.once('close', () => {
        resolve('parent is gone');
      });
    }
  });
}
