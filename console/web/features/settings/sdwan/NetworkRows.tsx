import { IconPlus, IconTrash } from '@tabler/icons-react';
import { tlocColors, type SdwanSetting, type TlocColor } from '#schemas/settings/sdwan/sdwan.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { MultiSelect } from '#web/ui/field/MultiSelect.tsx';
import { TextField } from '#web/ui/field/TextField.tsx';
import { useSdwanTabTexts } from './texts/en.ts';

type Networks = SdwanSetting['networkByColors'];

interface Props {
  readonly networks: Networks;
  readonly errorAt: (path: string) => string | undefined;
  readonly onChange: (networks: Networks) => void;
}

/** The colours of each underlay network: one network per colour. */
export function NetworkRows({ networks, errorAt, onChange }: Props) {
  const text = useSdwanTabTexts();
  const taken = new Set(networks.flatMap(({ colors }) => colors));
  const change = (index: number, part: Partial<Networks[number]>): void =>
    onChange(networks.map((network, at) => (at === index ? { ...network, ...part } : network)));
  return (
    <>
      {networks.map(({ network, colors }, index) => {
        const at = `networkByColors.${String(index)}`;
        const number = index + 1;
        const offered = tlocColors.filter((color) => colors.includes(color) || !taken.has(color));
        return (
          // oxlint-disable-next-line react/no-array-index-key -- a network has no id but its position
          <div key={index} className="tt-settings-row">
            <TextField
              label={text('network', { number })}
              value={network}
              error={errorAt(`${at}.network`)}
              onChange={(name) => change(index, { network: name })}
            />
            <MultiSelect
              label={text('colors', { number })}
              options={offered.map((color) => ({ value: color, label: color }))}
              values={colors}
              onChange={(values) => change(index, { colors: values as TlocColor[] })}
            />
            <Button
              icon={<IconTrash size={15} />}
              onClick={() => onChange(networks.filter((_, other) => other !== index))}
            >
              {text('removeNetwork', { name: network })}
            </Button>
          </div>
        );
      })}
      <div>
        <Button
          icon={<IconPlus size={15} />}
          onClick={() => onChange([...networks, { network: '', colors: [] }])}
        >
          {text('addNetwork')}
        </Button>
      </div>
    </>
  );
}
