import { Button } from '#client/ui/button.tsx';
import { SelectField } from '#client/ui/text-field.tsx';
import { ToggleChips } from '#client/ui/toggles.tsx';
import { type Declared, techniques, textures } from '#shared/rules/hair.ts';
import { techniqueTitle, textureNames } from '#shared/texture-names.ts';
import styles from './form.module.css';

const chips = textures.map((value) => ({ value, label: textureNames[value] }));

interface TechniquesFieldProps {
  value: Declared[];
  onChange: (value: Declared[]) => void;
}

/** What a professional does, and on which hair. Without a texture a technique goes. */
export function TechniquesField({ value, onChange }: TechniquesFieldProps) {
  const free = techniques.filter((technique) => !value.some((one) => one.technique === technique));
  return (
    <fieldset className={styles.group}>
      <legend>Techniques, and the hair you do them on</legend>
      {value.map(({ technique, textures: own }) => (
        <div key={technique} className={styles.form}>
          <p>
            <strong>{techniqueTitle(technique)}</strong>{' '}
            <Button look="quiet" onClick={() => onChange(value.filter((one) => one.technique !== technique))}>
              Remove<span className="visually-hidden"> {techniqueTitle(technique)}</span>
            </Button>
          </p>
          <ToggleChips
            label={`Hair for ${techniqueTitle(technique)}`}
            options={chips}
            value={own}
            onChange={(chosen) => {
              const next = textures.filter((texture) => chosen.includes(texture));
              onChange(
                value.flatMap((one) => {
                  if (one.technique !== technique) return [one];
                  return next.length > 0 ? [{ technique, textures: next }] : [];
                }),
              );
            }}
          />
        </div>
      ))}
      {free.length > 0 && (
        <SelectField
          label="Add a technique"
          emptyLabel="Choose one"
          hint="Clients find you by it, and by the hair you do it on."
          value=""
          options={free.map((technique) => ({ value: technique, label: techniqueTitle(technique) }))}
          onChange={({ target }) => {
            const technique = techniques.find((one) => one === target.value);
            if (technique) onChange([...value, { technique, textures: ['3', '4a', '4bc'] }]);
          }}
        />
      )}
    </fieldset>
  );
}
