import { AcknowledgementCommand } from '#schemas/alerting/acknowledgement.ts';

/** Returns the command of a message, or undefined if it cannot be parsed. */
export function commandOf(data: Uint8Array): AcknowledgementCommand | undefined {
  try {
    return AcknowledgementCommand.parse(JSON.parse(new TextDecoder().decode(data)));
  } catch {
    return undefined;
  }
}
