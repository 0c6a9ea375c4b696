import { type ReactNode, useState } from 'react';
import { type Resolver, useForm } from 'react-hook-form';
import { availabilityErrorText, showFieldErrors } from '#client/lib/form-errors.ts';
import { Split } from '#client/ui/split.tsx';
import { DateTimeField } from '#client/ui/text-field.tsx';
import type { Availability, AvailabilityInput } from '#shared/availability.ts';
import { noonOf } from '#shared/days.ts';
import { dayKey, formatDateTime, fromLocalInput, toLocalInput, zoneAbbreviation, zoneTitle } from '#shared/time.ts';
import styles from './form.module.css';
import { FormEnd } from './form-end.tsx';
import { NotSaved } from './not-saved.tsx';
import { useUnsaved } from './use-unsaved.ts';

/** Values of the inputs: local times in the professional's zone, `YYYY-MM-DDTHH:mm`. */
interface Entry {
  start_time: string;
  end_time: string;
}

const fields = ['start_time', 'end_time'] as const;
const names = { start_time: 'Start', end_time: 'End' } as const;

/** An incomplete date has an empty value; only `validity` tells it from an empty input. */
function isHalfTyped(input: unknown) {
  return input instanceof HTMLInputElement && input.validity.badInput;
}

/**
 * Checks only that both times are present and valid; the server checks the rest. An unedited field keeps its original
 * instant, including seconds and the second of two equal hours.
 */
function resolverFor(zone: string, window?: Availability): Resolver<Entry, unknown, AvailabilityInput> {
  return (entry, _context, { fields: inputs }) => {
    const errors: Partial<Record<keyof Entry, { type: string; message: string }>> = {};
    const values = { start_time: '', end_time: '' };
    for (const field of fields) {
      const text = entry[field];
      const ms = fromLocalInput(text, zone, window && Date.parse(window[field]));
      if (ms !== undefined) values[field] = new Date(ms).toISOString();
      else if (text || isHalfTyped(inputs[field]?.ref)) {
        errors[field] = { type: 'invalid', message: `${names[field]} time must be a valid datetime` };
      } else errors[field] = { type: 'required', message: `${names[field]} time is required` };
    }
    return Object.keys(errors).length > 0 ? { values: {}, errors } : { values, errors: {} };
  };
}

/** Returns a hint for a time that daylight saving skips: the time used instead. */
function movedHint(text: string, zone: string) {
  const ms = fromLocalInput(text, zone);
  return ms === undefined || toLocalInput(ms, zone) === text.slice(0, 16)
    ? undefined
    : `The clocks skip this time, so we'll use ${formatDateTime(ms, zone)}.`;
}

interface AvailabilityFormProps {
  /** The professional's zone, which the inputs use instead of the browser's. */
  zone: string;
  /** Epoch milliseconds. Decides whether the window has begun, and the zone's current abbreviation. */
  now: number;
  /** The window to edit; undefined for a new one. */
  window?: Availability;
  submitText: string;
  busyText: string;
  /** Text for an error that belongs to no field. */
  failureText?: (error: unknown) => string;
  save: (input: AvailabilityInput) => Promise<unknown>;
  /** What stands beside the fields, of the day that is chosen in them. */
  beside?: (day: string) => ReactNode;
}

export function AvailabilityForm(props: AvailabilityFormProps) {
  const { zone, now, window, submitText, busyText, failureText = availabilityErrorText, save, beside } = props;
  const [failure, setFailure] = useState<string>();
  const form = useForm<Entry, unknown, AvailabilityInput>({
    defaultValues: {
      start_time: window ? toLocalInput(Date.parse(window.start_time), zone) : '',
      end_time: window ? toLocalInput(Date.parse(window.end_time), zone) : '',
    },
    resolver: resolverFor(zone, window),
  });
  const { register, handleSubmit, setError, clearErrors, watch, formState } = form;
  const { errors, isSubmitting, isDirty } = formState;
  const isOld = useUnsaved(form);
  const begun = window !== undefined && Date.parse(window.start_time) <= now;

  async function submit(input: AvailabilityInput) {
    setFailure(undefined);
    try {
      await save(input);
    } catch (error) {
      if (!showFieldErrors(error, fields, setError)) setFailure(failureText(error));
    }
  }

  /** Clears the server's messages, which are outdated after any change. */
  function forget() {
    setFailure(undefined);
    clearErrors(fields.filter((field) => errors[field]?.type === 'server'));
  }

  const chosen = watch('start_time').slice(0, 10);
  const fieldsOfTimes = (
    <form className={styles.form} onSubmit={handleSubmit(submit)} onChange={forget} noValidate>
      <p className="soft">
        {zoneTitle(zone)} ({zoneAbbreviation(now, zone)})
      </p>
      <DateTimeField
        label="Start Time"
        required
        readOnly={begun}
        hint={begun ? 'This window has begun: only its end can change.' : movedHint(watch('start_time'), zone)}
        error={errors.start_time?.message}
        {...register('start_time')}
      />
      <DateTimeField
        label="End Time"
        required
        hint={movedHint(watch('end_time'), zone)}
        error={errors.end_time?.message}
        {...register('end_time')}
      />
      <FormEnd failure={failure} submitText={submitText} busy={isSubmitting} busyText={busyText}>
        {window && isDirty && !isSubmitting && <NotSaved isOld={isOld} />}
      </FormEnd>
    </form>
  );
  if (!beside) return fieldsOfTimes;
  return <Split aside={beside(Number.isFinite(noonOf(chosen)) ? chosen : dayKey(now, zone))}>{fieldsOfTimes}</Split>;
}
