import type { UseFormReturn } from 'react-hook-form';
import { useNow } from '#client/lib/now.ts';
import { Checkbox } from '#client/ui/checkbox.tsx';
import { SelectField } from '#client/ui/text-field.tsx';
import { booksOpenBounds } from '#shared/constants.ts';
import type { ProfessionalInput } from '#shared/professionals.ts';
import { nextOpening } from '#shared/rules/books-open.ts';
import { formatMonth, formatShortMoment, formatSlotTime, isTimeZone } from '#shared/time.ts';
import styles from './form.module.css';
import type { ProfileEntry } from './profile-entry.ts';

const option = (value: string | number, label: string) => ({ value: String(value), label });
const days = Array.from({ length: booksOpenBounds.day.max }, (_, n) => option(n + 1, String(n + 1)));
const times = Array.from({ length: 48 }, (_, n) => {
  const at = new Date(n * 30 * 60_000);
  return option(at.toISOString().slice(11, 16), formatSlotTime(at.getTime(), 'UTC'));
});
const months = [option(1, 'The next month'), option(2, '2 months ahead'), option(3, '3 months ahead')];

/** Whether and when a professional opens one month after another. */
export function BooksOpenFields({ form }: { form: UseFormReturn<ProfileEntry, unknown, ProfessionalInput> }) {
  const { register, watch } = form;
  const now = useNow();
  const { on, day, time, months: ahead } = watch('books_open');
  const zone = watch('time_zone');
  const next = isTimeZone(zone) && nextOpening({ day: Number(day), time, months: Number(ahead) }, zone, now);
  return (
    <div className={styles.form}>
      <Checkbox label="Open my books one month at a time" {...register('books_open.on')} />
      {on && (
        <>
          <div className={styles.pair}>
            <SelectField label="Day of the month" options={days} {...register('books_open.day')} />
            <SelectField label="Time" options={times} {...register('books_open.time')} />
            <SelectField label="Opens" options={months} {...register('books_open.months')} />
          </div>
          {next && (
            <p role="status">
              {formatMonth(next.month)} opens on {formatShortMoment(next.opens, zone)}. Until then clients can't book
              it; you still can.
            </p>
          )}
        </>
      )}
    </div>
  );
}
