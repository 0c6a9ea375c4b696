import { useState } from 'react';
import { prepareNames, ServiceOptions } from '#client/features/booking/choose/service-options.tsx';
import { Button } from '#client/ui/button.tsx';
import { Fieldset } from '#client/ui/fieldset.tsx';
import { NumberField, SelectField, TextField } from '#client/ui/text-field.tsx';
import { type extraKinds, serviceParts } from '#shared/constants.ts';
import styles from './grid-editor.module.css';
import { PartsProblem } from './grid-editor.tsx';
import { type ExtraEntry, type Parts, type PrepareEntry, previewOf } from './grid-entry.ts';

const extraNames: Record<(typeof extraKinds)[number], string> = {
  takedown: 'Take-down',
  wash: 'Wash',
  detangle: 'Detangle',
  blow_dry: 'Blow-dry',
  hair: 'Hair',
  beads: 'Beads',
  boho: 'Boho curls',
  colour: 'Colour',
  treatment: 'Treatment',
  other: 'Something else',
};

interface PartsProps {
  parts: Parts;
  onChange: (changed: Partial<Parts>) => void;
  problems: { extras: string | undefined; prepare: string | undefined };
}

/** What comes on top, and what clients do before they come. */
export function PartsEditor({ parts, onChange, problems }: PartsProps) {
  const { extras, prepare } = parts;
  const setExtra = (n: number, changed: Partial<ExtraEntry>) =>
    onChange({ extras: extras.map((one, at) => (at === n ? { ...one, ...changed } : one)) });
  const setItem = (n: number, changed: Partial<PrepareEntry>) =>
    onChange({ prepare: prepare.map((one, at) => (at === n ? { ...one, ...changed } : one)) });

  /** Items name their extra by its place. */
  function removeExtra(n: number) {
    const moved = (place: string) => {
      const at = place === '' ? -1 : Number(place);
      return at < 0 || at === n ? '' : String(at > n ? at - 1 : at);
    };
    onChange({
      extras: extras.filter((_, at) => at !== n),
      prepare: prepare.map((item) => ({ ...item, extra: moved(item.extra) })),
    });
  }
  return (
    <>
      <Fieldset legend="Extras">
        {extras.map((extra, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a new extra has no id yet
          <div key={n} className={styles.part}>
            <TextField
              label="Extra"
              maxLength={serviceParts.name.max}
              value={extra.name}
              onChange={({ target }) => setExtra(n, { name: target.value })}
            />
            <div className={styles.pair}>
              <NumberField
                label="Extra price ($)"
                min={serviceParts.extraPrice.min}
                max={serviceParts.extraPrice.max}
                step={0.01}
                value={extra.price}
                onChange={({ target }) => setExtra(n, { price: target.value })}
              />
              <NumberField
                label="Extra time (minutes)"
                whole
                min={serviceParts.extraMinutes.min}
                max={serviceParts.extraMinutes.max}
                value={extra.minutes}
                onChange={({ target }) => setExtra(n, { minutes: target.value })}
              />
            </div>
            <Button look="quiet" aria-label={`Remove ${extra.name}`} onClick={() => removeExtra(n)}>
              Remove
            </Button>
          </div>
        ))}
        <PartsProblem text={problems.extras} />
        {extras.length < serviceParts.extras && (
          <AddPart
            label="Add an extra"
            names={extraNames}
            add={(kind) => onChange({ extras: [...extras, { kind, name: extraNames[kind], price: '', minutes: '' }] })}
          />
        )}
      </Fieldset>
      <Fieldset legend="Before the visit">
        {prepare.map((item, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a new item has no id yet
          <div key={n} className={styles.part}>
            <TextField
              label={prepareNames[item.kind]}
              maxLength={serviceParts.prepareText.max}
              value={item.text}
              onChange={({ target }) => setItem(n, { text: target.value })}
            />
            {extras.length > 0 && (
              <SelectField
                label="You can do it instead"
                emptyLabel="No"
                options={extras.map((extra, at) => ({ value: String(at), label: extra.name }))}
                value={item.extra}
                onChange={({ target }) => setItem(n, { extra: target.value })}
              />
            )}
            <Button
              look="quiet"
              aria-label={`Remove ${item.text}`}
              onClick={() => onChange({ prepare: prepare.filter((_, at) => at !== n) })}
            >
              Remove
            </Button>
          </div>
        ))}
        <PartsProblem text={problems.prepare} />
        {prepare.length < serviceParts.prepare && (
          <AddPart
            label="Add what clients do, bring or avoid"
            names={prepareNames}
            add={(kind) => onChange({ prepare: [...prepare, { kind, text: '', extra: '' }] })}
          />
        )}
      </Fieldset>
    </>
  );
}

/** A choice of a kind that stands empty again once one is added. */
function AddPart<Kind extends string>({
  label,
  names,
  add,
}: {
  label: string;
  names: Record<Kind, string>;
  add: (kind: Kind) => void;
}) {
  const kinds = Object.keys(names) as Kind[];
  return (
    <SelectField
      label={label}
      emptyLabel="Choose one"
      options={kinds.map((value) => ({ value, label: names[value] }))}
      value=""
      onChange={({ target }) => {
        const kind = kinds.find((one) => one === target.value);
        if (kind) add(kind);
      }}
    />
  );
}

/** The choice of a client, as it will be. */
export function Preview({ parts }: { parts: Parts }) {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  if (!parts.variants && parts.extras.length === 0) return null;
  return (
    <section aria-labelledby="preview" className={styles.preview}>
      <h2 id="preview">What clients see</h2>
      <ServiceOptions service={previewOf(parts)} chosen={chosen} onChange={setChosen} />
    </section>
  );
}
