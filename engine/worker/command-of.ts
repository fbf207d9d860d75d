import { AcknowledgementCommand } from '#schemas/alerting/acknowledgement.ts';

/** The command of a message, undefined for what is none. */
export function commandOf(data: Uint8Array): AcknowledgementCommand | undefined {
  try {
    return AcknowledgementCommand.parse(JSON.parse(new TextDecoder().decode(data)));
  } catch {
    return undefined;
  }
}
