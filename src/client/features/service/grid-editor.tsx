import { useState } from 'react';
import { Button } from '#client/ui/button.tsx';
import { Fieldset } from '#client/ui/fieldset.tsx';
import { NumberField, SelectField } from '#client/ui/text-field.tsx';
import { axisKinds, limits, serviceParts } from '#shared/constants.ts';
import { AxisFields } from './axis-fields.tsx';
import styles from './grid-editor.module.css';
import { type Cell, filled, type Grid, gridWith, withAxis } from './grid-entry.ts';
import { axisStarts, kindNames, templates } from './grid-templates.ts';

interface GridEditorProps {
  grid: Grid | null;
  onChange: (grid: Grid | null) => void;
  problem: string | undefined;
}

const names = Object.keys(templates).map((value) => ({ value, label: value }));

/** Prices and lengths by size, length or the like: a template, a column filled by a step, then corrections. */
export function GridEditor({ grid, onChange, problem }: GridEditorProps) {
  return (
    <Fieldset legend="Sizes and lengths">
      {grid ? (
        <GridFields grid={grid} onChange={onChange} />
      ) : (
        <SelectField
          label="Price by size, length or time"
          hint="We'll set up the names. You add your prices."
          emptyLabel="One price for all"
          options={names}
          value=""
          onChange={({ target }) => onChange(gridWith(templates[target.value] ?? [], () => undefined))}
        />
      )}
      <PartsProblem text={problem} />
    </Fieldset>
  );
}

/** What is wrong with a whole part, which has no field of its own. */
export function PartsProblem({ text }: { text: string | undefined }) {
  return (
    text && (
      <p className={styles.problem} role="alert" tabIndex={-1} data-part-problem>
        {text}
      </p>
    )
  );
}

function GridFields({ grid, onChange }: { grid: Grid; onChange: (grid: Grid | null) => void }) {
  const [step, setStep] = useState<Cell>({ price: '20', minutes: '30' });
  const { axes, cells } = grid;
  const [rows, columns] = axes;
  if (!rows) return null;
  // A column for each choice of the first axis; of one axis there is one.
  const shown = columns
    ? rows.choices.map((choice, row) => ({ name: choice.name, row }))
    : [{ name: rows.name, row: 0 }];
  const down = columns ?? rows;
  const placeOf = (row: number, at: number) => (columns ? ([row, at] as const) : ([at, 0] as const));

  function write(row: number, column: number, cell: Cell) {
    onChange({
      axes,
      cells: cells.map((all, r) => all.map((one, c) => (r === row && c === column ? cell : one))),
    });
  }
  return (
    <>
      {axes.map((axis, n) => (
        <AxisFields key={axis.kind} grid={grid} place={n} onChange={onChange} />
      ))}
      {axes.length < serviceParts.axes.max && (
        <SelectField
          label="Price by something else, too"
          emptyLabel="No"
          options={axisKinds.flatMap((kind) => (kind === rows.kind ? [] : { value: kind, label: kindNames[kind] }))}
          value=""
          onChange={({ target }) => {
            const kind = axisKinds.find((one) => one === target.value);
            if (kind) onChange(withAxis(grid, axisStarts[kind]));
          }}
        />
      )}
      <p className="soft">Type the first price and time, then fill down. Leave both blank where you don't offer it.</p>
      <div className={styles.pair}>
        <NumberField
          label="Each step adds ($)"
          min={0}
          step={0.01}
          value={step.price}
          onChange={({ target }) => setStep({ ...step, price: target.value })}
        />
        <NumberField
          label="Each step adds (minutes)"
          whole
          min={0}
          value={step.minutes}
          onChange={({ target }) => setStep({ ...step, minutes: target.value })}
        />
      </div>
      {shown.map(({ name, row }) => (
        <fieldset key={row} className={styles.column}>
          <legend>{name}</legend>
          {down.choices.map((choice, at) => {
            const [r, c] = placeOf(row, at);
            const cell = cells[r]?.[c] ?? { price: '', minutes: '' };
            const of = columns ? `${name}, ${choice.name}` : choice.name;
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place
              <div key={at} className={styles.cell}>
                <span aria-hidden="true" className={styles.name}>
                  {choice.name}
                </span>
                <NumberField
                  label={`Price of ${of} ($)`}
                  labelHidden
                  placeholder="$"
                  min={limits.price.min}
                  max={limits.price.max}
                  step={0.01}
                  value={cell.price}
                  onChange={({ target }) => write(r, c, { ...cell, price: target.value })}
                />
                <NumberField
                  label={`Minutes of ${of}`}
                  labelHidden
                  placeholder="min"
                  whole
                  min={limits.duration.min}
                  max={limits.duration.max}
                  value={cell.minutes}
                  onChange={({ target }) => write(r, c, { ...cell, minutes: target.value })}
                />
              </div>
            );
          })}
          <Button look="secondary" aria-label={`Fill down: ${name}`} onClick={() => onChange(filled(grid, row, step))}>
            Fill down
          </Button>
        </fieldset>
      ))}
      <Button look="quiet" onClick={() => onChange(null)}>
        One price for all instead
      </Button>
    </>
  );
}
