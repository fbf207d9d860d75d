import { useState } from 'react';
import { playSound } from '#web/kernel/alert/play-sound.ts';
import { allowNotifications, canNotify, isSignalOn, setSignal } from '#web/kernel/alert/signal-settings.ts';
import { Checkbox } from '#web/ui/field/Checkbox.tsx';
import { useOwnTexts } from './texts/en.ts';

/** Sound and notification of new critical alarms, in this browser. */
export function OwnSignals() {
  const text = useOwnTexts();
  const [sound, setSound] = useState(() => isSignalOn('sound'));
  const [notification, setNotification] = useState(() => isSignalOn('notification'));
  const [refused, setRefused] = useState(false);
  const chooseSound = (on: boolean) => {
    setSignal('sound', on);
    setSound(on);
    if (on) playSound();
  };
  const chooseNotification = async (on: boolean) => {
    const allowed = !on || (await allowNotifications());
    setRefused(!allowed);
    setSignal('notification', on && allowed);
    setNotification(on && allowed);
  };
  return (
    <>
      <Checkbox label={text('signalSound')} checked={sound} onChange={chooseSound} />
      <Checkbox
        label={text('signalNotification')}
        checked={notification}
        disabled={!canNotify()}
        onChange={(on) => void chooseNotification(on)}
      />
      <p className="tt-own-hint">
        {refused ? text('signalRefused') : text(canNotify() ? 'signalHint' : 'signalNeedsHttps')}
      </p>
    </>
  );
}
