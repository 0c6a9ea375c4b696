import { useId } from 'react';
import { LinesCost } from '#client/features/booking/choose/line-cost.tsx';
import { ServiceOptions } from '#client/features/booking/choose/service-options.tsx';
import { PlaceTime } from '#client/features/booking/place/place-time.tsx';
import { DatePlan } from '#client/features/booking/series/date-plan.tsx';
import { Fieldset } from '#client/ui/fieldset.tsx';
import { Link } from '#client/ui/link.tsx';
import { NumberField, TextArea } from '#client/ui/text-field.tsx';
import { ChoiceChips, ToggleChips } from '#client/ui/toggles.tsx';
import { lengths, limits } from '#shared/constants.ts';
import { pagePath } from '#shared/pages.ts';
import type { OwnProfessional } from '#shared/professionals.ts';
import type { Service } from '#shared/services.ts';
import styles from './entry-fields.module.css';
import type { Entry } from './use-entry.ts';

interface FieldsProps {
  entry: Entry;
  problems: Record<string, string>;
  clear: (field: string) => void;
}

export function WhatFields({ entry, services, problems, clear }: FieldsProps & { services: readonly Service[] }) {
  const { chosen, setChosen, options, setOptions, visit } = entry;
  const problemId = useId();
  return (
    <Fieldset
      legend="What"
      aria-describedby={problems.service_ids ? problemId : undefined}
      data-invalid={problems.service_ids ? '' : undefined}
    >
      {services.length === 0 && (
        <p>
          <Link to={pagePath('createService')}>Add your first service</Link> to book it.
        </p>
      )}
      <ToggleChips
        label="Services"
        options={services.map(({ id, name }) => ({ value: id, label: name }))}
        value={chosen}
        onChange={(next) => {
          setChosen([...chosen.filter((id) => next.includes(id)), ...next.filter((id) => !chosen.includes(id))]);
          clear('service_ids');
        }}
      />
      {visit.map((line) => (
        <ServiceOptions
          key={line.id}
          service={line}
          chosen={options}
          onChange={(next) => {
            setOptions(next);
            clear('service_ids');
          }}
        />
      ))}
      {problems.service_ids && (
        <p id={problemId} className={styles.problem} role="alert">
          {problems.service_ids}
        </p>
      )}
      {visit.length > 0 && (
        <p>
          <LinesCost lines={visit} />
        </p>
      )}
    </Fieldset>
  );
}

/** `onDay` is told the day that is looked at. */
export function WhenFields({
  entry,
  profile,
  problems,
  clear,
  onDay,
}: FieldsProps & { profile: OwnProfessional; onDay: (day: string) => void }) {
  const { when, setWhen, at, setAt, isWhole, asked, minutes, repeats, setRepeats, isSeries } = entry;
  const isPlaced = when === 'later' && isWhole;
  return (
    <Fieldset legend="When">
      <ChoiceChips
        label="When"
        options={[
          { value: 'now', label: 'Now' },
          { value: 'later', label: 'At another time' },
        ]}
        value={when}
        onChange={setWhen}
      />
      {when === 'later' && (
        <ChoiceChips
          label="Repeat"
          options={[
            { value: 'once', label: 'Once' },
            { value: 'repeat', label: 'Repeat' },
          ]}
          value={repeats}
          onChange={setRepeats}
        />
      )}
      {when === 'later' && !isWhole && <p className="soft">Choose what comes first: free times depend on it.</p>}
      {isPlaced && (
        <PlaceTime
          professionalId={profile.id}
          zone={profile.time_zone}
          visit={asked}
          minutes={minutes}
          start={at}
          label="Start Time"
          problem={problems.start_time}
          onChoose={(start) => {
            setAt(start);
            clear('start_time');
          }}
          onDay={onDay}
        />
      )}
      {isSeries && at !== undefined && (
        <DatePlan
          visit={asked}
          zone={profile.time_zone}
          start={at}
          rhythm={entry.rhythm}
          onRhythm={entry.setRhythm}
          onStarts={entry.setStarts}
        />
      )}
    </Fieldset>
  );
}

/** What few visits need: another price, a deposit, notes. */
export function PriceAndNotes({ entry, problems, clear }: FieldsProps) {
  const { price, setPrice, deposit, setDeposit, notes, setNotes, when } = entry;
  return (
    <details
      className={styles.more}
      open={['total_price', 'deposit', 'notes'].some((field) => field in problems) || undefined}
    >
      <summary>Price, deposit and notes</summary>
      <div className={styles.fields}>
        <NumberField
          label="Price ($)"
          hint="Leave blank to use the usual price."
          min={limits.writeInPrice.min}
          max={limits.writeInPrice.max}
          step={0.01}
          value={price}
          error={problems.total_price}
          onChange={(event) => {
            setPrice(event.target.value);
            clear('total_price');
          }}
        />
        {when === 'later' && (
          <NumberField
            label="Ask for a deposit ($)"
            hint="We'll hold the time for 24 hours and email them where to pay. It's confirmed once you've received it."
            min={0.01}
            max={limits.writeInPrice.max}
            step={0.01}
            value={deposit}
            error={problems.deposit}
            onChange={(event) => {
              setDeposit(event.target.value);
              clear('deposit');
            }}
          />
        )}
        <TextArea
          label="Notes"
          rows={2}
          maxLength={lengths.bookingNotes.max}
          value={notes}
          error={problems.notes}
          onChange={(event) => {
            setNotes(event.target.value);
            clear('notes');
          }}
        />
      </div>
    </details>
  );
}
