import { useState } from 'react';
import { lengthWords } from '#client/features/hair/words.ts';
import { Button } from '#client/ui/button.tsx';
import { SelectField, TextField } from '#client/ui/text-field.tsx';
import { serviceParts } from '#shared/constants.ts';
import { landmarks } from '#shared/rules/hair.ts';
import { ChoicePicture } from './choice-picture.tsx';
import styles from './grid-editor.module.css';
import { type Choice, type Grid, gridWith, withoutAxis } from './grid-entry.ts';
import { kindNames } from './grid-templates.ts';

interface AxisFieldsProps {
  grid: Grid;
  place: number;
  onChange: (grid: Grid) => void;
}

/** The names of an axis and its choices, how long and with which pictures; a choice goes with its cells. */
export function AxisFields({ grid, place, onChange }: AxisFieldsProps) {
  const axis = grid.axes[place];
  const [isOpen, setOpen] = useState(axis?.choices.some(({ name }) => name === '') ?? false);
  if (!axis) return null;
  const { kind, name, choices } = axis;
  const taken = choices.map(({ landmark }) => landmark);
  /** The axis with other choices; `from` is where each one's cells are now. */
  function change(next: typeof axis, from = choices.map((_, n) => n)) {
    const axes = grid.axes.map((one, n) => (n === place ? (next ?? one) : one));
    const at = (n: number, of: number) => (of === place ? (from[n] ?? -1) : n);
    onChange(gridWith(axes, (row, column) => grid.cells[at(row, 0)]?.[at(column, 1)]));
  }
  const setChoice = (n: number, changed: Partial<Choice>) =>
    change({ kind, name, choices: choices.map((one, at) => (at === n ? { ...one, ...changed } : one)) });

  return (
    <details className={styles.axis} open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        {name}: {choices.map((choice) => choice.name).join(', ')}
      </summary>
      <div className={styles.choices}>
        <TextField
          label="Shown to clients as"
          maxLength={serviceParts.name.max}
          value={name}
          onChange={({ target }) => change({ kind, name: target.value, choices })}
        />
        {choices.map((choice, n) => {
          const called = choice.name || `Choice ${n + 1}`;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a new choice has no other name yet
            <div key={n} className={styles.choice}>
              <div className={styles.pair}>
                <TextField
                  label={`Choice ${n + 1}`}
                  maxLength={serviceParts.name.max}
                  value={choice.name}
                  onChange={({ target }) => setChoice(n, { name: target.value })}
                />
                {kind === 'length' && (
                  <SelectField
                    label={`Length of ${called}`}
                    emptyLabel="Not said"
                    options={landmarks
                      .filter((one) => one === choice.landmark || !taken.includes(one))
                      .map((value) => ({ value, label: lengthWords[value] }))}
                    value={choice.landmark ?? ''}
                    onChange={({ target }) => {
                      const landmark = landmarks.find((one) => one === target.value) ?? null;
                      setChoice(n, { landmark, name: choice.name || (landmark ? lengthWords[landmark] : '') });
                    }}
                  />
                )}
              </div>
              <div className={styles.actions}>
                <ChoicePicture of={called} picture={choice.picture} onChange={(picked) => setChoice(n, picked)} />
                {choices.length > serviceParts.choices.min && (
                  <Button
                    look="quiet"
                    aria-label={`Remove ${called}`}
                    onClick={() => {
                      const kept = choices.map((_, at) => at).filter((at) => at !== n);
                      change({ kind, name, choices: choices.filter((_, at) => at !== n) }, kept);
                    }}
                  >
                    Remove
                  </Button>
                )}
              </div>
            </div>
          );
        })}
        {choices.length < serviceParts.choices.max && (
          <Button
            look="secondary"
            onClick={() => change({ kind, name, choices: [...choices, { name: '', landmark: null, picture: null }] })}
          >
            Add a choice
          </Button>
        )}
        {grid.axes.length > 1 && (
          <Button look="quiet" onClick={() => onChange(withoutAxis(grid, place))}>
            Don't price by {(name || kindNames[kind]).toLowerCase()}
          </Button>
        )}
      </div>
    </details>
  );
}
