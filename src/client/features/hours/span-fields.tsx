import { Card } from '#client/ui/card.tsx';
import { Switch } from '#client/ui/switch.tsx';
import { DateTimeField, TextField } from '#client/ui/text-field.tsx';
import { addDays } from '#shared/days.ts';
import type { Span } from '#shared/rules/slots.ts';
import { fromLocalInput } from '#shared/time.ts';
import { usualHours } from './interval-fields.tsx';

/** As date and time fields hold it, in the professional's zone; `isWhole` days are shown by their dates. */
export type TypedSpan = { from: string; to: string; isWhole: boolean };

/** The span that was typed, or what is wrong with it, by field. */
export function readSpan(
  { from, to, isWhole }: TypedSpan,
  zone: string,
): { span?: Span; problems: Record<string, string> } {
  const start = fromLocalInput(from, zone);
  const end = fromLocalInput(to, zone);
  const missing = `Both ${isWhole ? 'dates' : 'times'} are needed`;
  if (start === undefined) return { problems: { start: missing } };
  if (end === undefined) return { problems: { end: missing } };
  if (end <= start) return { problems: { end: 'End must be after start' } };
  return { span: { start, end }, problems: {} };
}

/** Whole days where both ends are midnights. */
export function typedSpan(from: string, to: string): TypedSpan {
  return { from, to, isWhole: from.endsWith('T00:00') && to.endsWith('T00:00') };
}

const midnightOf = (day: string) => day && `${day}T00:00`;
const dayOf = (typed: string) => typed.slice(0, 10);
/** The last day of a span that ends at midnight. */
const lastOf = (to: string) => to && addDays(dayOf(to), -1);
const after = (day: string) => day && midnightOf(addDays(day, 1));

interface SpanFieldsProps {
  typed: TypedSpan;
  problems: Record<string, string | undefined>;
  onChange: (typed: TypedSpan) => void;
  /** Offers whole days, from a date to a date. */
  hasDays?: boolean;
}

/** From when until when; their problems are called `start` and `end`. */
export function SpanFields({ typed, problems, onChange, hasDays }: SpanFieldsProps) {
  const { from, to, isWhole } = typed;

  function toggle() {
    if (!isWhole) {
      const last = to.endsWith('T00:00') && to > from ? lastOf(to) : dayOf(to);
      return onChange({ from: midnightOf(dayOf(from)), to: after(last), isWhole: true });
    }
    const { start, end } = usualHours;
    return onChange({ from: from && `${dayOf(from)}T${start}`, to: to && `${lastOf(to)}T${end}`, isWhole: false });
  }
  return (
    <>
      {hasDays && (
        <Card>
          <Switch label="All day" checked={isWhole} onChange={toggle} />
        </Card>
      )}
      {isWhole ? (
        <>
          <TextField
            type="date"
            label="From"
            value={dayOf(from)}
            error={problems.start}
            onChange={({ target: { value } }) =>
              onChange({ ...typed, from: midnightOf(value), to: value && to <= midnightOf(value) ? after(value) : to })
            }
          />
          <TextField
            type="date"
            label="To"
            value={lastOf(to)}
            error={problems.end}
            onChange={({ target: { value } }) => onChange({ ...typed, to: after(value) })}
          />
        </>
      ) : (
        <>
          <DateTimeField
            label="From"
            value={from}
            error={problems.start}
            onChange={({ target }) => onChange({ ...typed, from: target.value })}
          />
          <DateTimeField
            label="To"
            value={to}
            error={problems.end}
            onChange={({ target }) => onChange({ ...typed, to: target.value })}
          />
        </>
      )}
    </>
  );
}
