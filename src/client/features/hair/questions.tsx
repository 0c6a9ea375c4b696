import { type ReactNode, useState } from 'react';
import { Checkbox } from '#client/ui/checkbox.tsx';
import { NumberField, SelectField, TextArea } from '#client/ui/text-field.tsx';
import { hairBounds } from '#shared/constants.ts';
import type { Hair } from '#shared/hair.ts';
import { densities, hairLengths, hairStates, type Pattern, patterns, porosities, strands } from '#shared/rules/hair.ts';
import { ChoiceCards } from './choice-cards.tsx';
import { DensityDrawing, LengthDrawing, PatternDrawing, PorosityDrawing, StrandDrawing } from './drawings.tsx';
import { EventsField } from './events-field.tsx';
import styles from './hair.module.css';
import {
  densityWords,
  eventWords,
  families,
  lengthCentimetres,
  lengthWords,
  monthWords,
  patternWords,
  porosityWords,
  stateWords,
  strandWords,
  zoneWords,
} from './words.ts';

interface Asked {
  hair: Hair;
  save: (answer: Partial<Hair>) => Promise<boolean>;
}

interface Question {
  part: string;
  /** What it is about, in the list of answers. */
  name: string;
  /** What is asked. */
  title: string;
  lead: string;
  /** What 'Not sure' says; without it nothing is changed. */
  unknown?: (hair: Hair) => Partial<Hair>;
  /** What was answered, in words; empty for not sure. */
  answer: (hair: Hair) => string;
  Field: (asked: Asked) => ReactNode;
}

const elsewhere = ['front', 'sides', 'nape'] as const;
const zonesAs = (pattern: Pattern | null) => ({ front: pattern, sides: pattern, nape: pattern });
const strandTexts = {
  fine: 'Between two fingers you hardly feel it.',
  medium: 'It feels like cotton thread.',
  coarse: 'It feels strong, like sewing thread.',
};
const densityTexts = {
  low: 'You see your scalp easily.',
  medium: 'You see some scalp.',
  high: 'You see hardly any.',
  very_high: 'You see none, even when you part it.',
};
const porosityTexts = {
  low: 'Drops stay on top. It takes long to get wet, and to dry.',
  normal: 'Water goes in after a moment.',
  high: 'Water is gone at once. It dries fast.',
};

/** All that is asked, in this order, one a screen. */
export const questions: readonly Question[] = [
  {
    part: 'crown',
    name: 'Pattern',
    title: 'Does a strand curl round a pen, a straw or a needle?',
    lead: 'Look at one clean strand from your crown, without product.',
    unknown: ({ patterns }) => ({ patterns: { ...patterns, crown: null } }),
    answer: ({ patterns: { crown } }) => (crown ? `${crown}: ${patternWords[crown].toLowerCase()}` : ''),
    Field: ({ hair, save }) =>
      families.map(({ number, name, text }) => (
        <section key={number} className={styles.family} aria-label={name}>
          <p>
            <strong>{name}.</strong> <span className="soft">{text}</span>
          </p>
          <ChoiceCards
            label={`${name}: your pattern`}
            value={hair.patterns.crown}
            onChange={(crown) => void save({ patterns: { ...hair.patterns, crown } })}
            options={patterns
              .filter((one) => one.startsWith(number))
              .map((value) => ({
                value,
                name: value,
                text: patternWords[value],
                drawing: <PatternDrawing pattern={value} />,
              }))}
          />
        </section>
      )),
  },
  {
    part: 'elsewhere',
    name: 'Elsewhere',
    title: 'Is it the same all over?',
    lead: 'Many heads have two or three patterns.',
    unknown: ({ patterns }) => ({ patterns: { ...patterns, ...zonesAs(null) } }),
    answer: ({ patterns: told }) =>
      elsewhere.flatMap((zone) => (told[zone] ? [`${zoneWords[zone]} ${told[zone]}`] : [])).join(', '),
    Field: ({ hair, save }) => (
      <>
        {hair.patterns.crown && (
          <Checkbox
            label={`All over like the crown: ${hair.patterns.crown}`}
            checked={elsewhere.every((zone) => hair.patterns[zone] === hair.patterns.crown)}
            onChange={({ target: { checked } }) =>
              void save({ patterns: { ...hair.patterns, ...zonesAs(checked ? hair.patterns.crown : null) } })
            }
          />
        )}
        <div className={styles.pair}>
          {elsewhere.map((zone) => (
            <SelectField
              key={zone}
              label={zoneWords[zone]}
              emptyLabel="Not sure"
              value={hair.patterns[zone] ?? ''}
              options={patterns.map((value) => ({ value, label: `${value}: ${patternWords[value].toLowerCase()}` }))}
              onChange={({ target: { value } }) =>
                void save({ patterns: { ...hair.patterns, [zone]: patterns.find((one) => one === value) ?? null } })
              }
            />
          ))}
        </div>
      </>
    ),
  },
  {
    part: 'strand',
    name: 'Strand',
    title: 'How thick is one strand?',
    lead: 'Roll one between two fingers.',
    unknown: () => ({ strand: null }),
    answer: ({ strand }) => (strand ? strandWords[strand] : ''),
    Field: ({ hair, save }) => (
      <ChoiceCards
        label="Strand"
        value={hair.strand}
        onChange={(strand) => void save({ strand })}
        options={strands.map((value) => ({
          value,
          name: strandWords[value],
          text: strandTexts[value],
          drawing: <StrandDrawing value={value} />,
        }))}
      />
    ),
  },
  {
    part: 'density',
    name: 'Density',
    title: 'How much hair do you have?',
    lead: 'Look at your parting, or at your crown in a photo.',
    unknown: () => ({ density: null }),
    answer: ({ density }) => (density ? densityWords[density] : ''),
    Field: ({ hair, save }) => (
      <ChoiceCards
        label="Density"
        value={hair.density}
        onChange={(density) => void save({ density })}
        options={densities.map((value) => ({
          value,
          name: densityWords[value],
          text: densityTexts[value],
          drawing: <DensityDrawing value={value} />,
        }))}
      />
    ),
  },
  {
    part: 'porosity',
    name: 'Porosity',
    title: 'What does water do?',
    lead: 'Let a drop fall on a clean, dry strand.',
    unknown: () => ({ porosity: null }),
    answer: ({ porosity }) => (porosity ? porosityWords[porosity] : ''),
    Field: ({ hair, save }) => (
      <ChoiceCards
        label="Porosity"
        value={hair.porosity}
        onChange={(porosity) => void save({ porosity })}
        options={porosities.map((value) => ({
          value,
          name: porosityWords[value],
          text: porosityTexts[value],
          drawing: <PorosityDrawing value={value} />,
        }))}
      />
    ),
  },
  {
    part: 'length',
    name: 'Length',
    title: 'How far does it reach, stretched?',
    lead: 'Pull one strand straight down, from the crown. If you can, measure it.',
    unknown: () => ({ length: null, length_cm: null }),
    answer: ({ length, length_cm }) =>
      [length && lengthWords[length], length_cm !== null && `${length_cm} cm`].filter(Boolean).join(', '),
    Field: ({ hair, save }) => (
      <>
        <div className={styles.ruler}>
          <LengthDrawing value={hair.length} />
          <ChoiceCards
            isList
            label="Length"
            value={hair.length}
            onChange={(length) => void save({ length })}
            options={hairLengths.map((value) => ({
              value,
              name: lengthWords[value],
              text: `about ${lengthCentimetres[value]} cm`,
            }))}
          />
        </div>
        <Centimetres value={hair.length_cm} save={(length_cm) => void save({ length_cm })} />
      </>
    ),
  },
  {
    part: 'now',
    name: 'Now',
    title: 'How is it now?',
    lead: 'Choose all that fit.',
    unknown: () => ({ states: [] }),
    answer: ({ states }) => states.map((state) => stateWords[state]).join(', '),
    Field: ({ hair, save }) => (
      <fieldset className={`${styles.choices} ${styles.boxes}`}>
        <legend className="visually-hidden">How it is now</legend>
        {hairStates.map((state) => (
          <Checkbox
            key={state}
            label={stateWords[state]}
            checked={hair.states.includes(state)}
            onChange={({ target: { checked } }) =>
              void save({ states: hairStates.filter((one) => (one === state ? checked : hair.states.includes(one))) })
            }
          />
        ))}
      </fieldset>
    ),
  },
  {
    part: 'history',
    name: 'History',
    title: 'What was done to it?',
    lead: 'Relaxers, colour and bleach matter for years. Braids and cuts help, too.',
    answer: ({ events }) =>
      events
        .slice(0, 3)
        .map(({ kind, month, note }) =>
          [kind ? eventWords[kind] : note, month && monthWords(month)].filter(Boolean).join(', '),
        )
        .filter(Boolean)
        .join('; '),
    Field: ({ hair, save }) => <EventsField events={hair.events} save={(events) => save({ events })} />,
  },
  {
    part: 'note',
    name: 'Anything else',
    title: 'Anything else?',
    lead: 'What makes it easier, what it hates, how it shrinks.',
    answer: ({ note }) => note ?? '',
    Field: ({ hair, save }) => (
      <TextArea
        label="In your words (optional)"
        maxLength={hairBounds.note}
        defaultValue={hair.note ?? ''}
        name="note"
        onBlur={({ target: { value } }) => void (value === (hair.note ?? '') || save({ note: value }))}
      />
    ),
  },
];

/** What was answered, in words; `isWhole` has all that was done, with its notes. */
export function answersOf(hair: Hair, isWhole = false): { part: string; name: string; text: string }[] {
  return questions.flatMap(({ part, name, answer }) => {
    const text = part === 'history' && isWhole ? hair.events.map(eventText).join('\n') : answer(hair);
    return text ? [{ part, name, text }] : [];
  });
}

const eventText = ({ kind, month, note }: Hair['events'][number]) =>
  [kind && eventWords[kind], month && monthWords(month), note].filter(Boolean).join(', ');

const centimetresProblem = `Whole centimetres, 0 to ${hairBounds.lengthCm}`;

function Centimetres({ value, save }: { value: number | null; save: (value: number | null) => void }) {
  const [problem, setProblem] = useState<string>();
  return (
    <NumberField
      // What was saved elsewhere, as by 'Not sure', shows.
      key={value}
      whole
      label="In centimetres, if you know"
      name="length_cm"
      min={0}
      max={hairBounds.lengthCm}
      error={problem}
      defaultValue={value ?? ''}
      onBlur={({ target }) => {
        const next = target.value === '' ? null : Number(target.value);
        const isGood = next === null || (Number.isInteger(next) && next >= 0 && next <= hairBounds.lengthCm);
        setProblem(isGood ? undefined : centimetresProblem);
        if (isGood && next !== value) save(next);
      }}
    />
  );
}
