import { DateTimeField } from '#client/ui/text-field.tsx';
import type { Span } from '#shared/rules/slots.ts';
import { fromLocalInput } from '#shared/time.ts';

/** As the fields hold it: date and time in the professional's zone. */
type TypedSpan = { from: string; to: string };

/** The span that was typed, or what is wrong with it, by field. */
export function readSpan({ from, to }: TypedSpan, zone: string): { span?: Span; problems: Record<string, string> } {
  const start = fromLocalInput(from, zone);
  const end = fromLocalInput(to, zone);
  if (start === undefined) return { problems: { start: 'Both times are needed' } };
  if (end === undefined) return { problems: { end: 'Both times are needed' } };
  if (end <= start) return { problems: { end: 'End must be after start' } };
  return { span: { start, end }, problems: {} };
}

interface SpanFieldsProps {
  typed: TypedSpan;
  problems: Record<string, string | undefined>;
  onChange: (typed: TypedSpan) => void;
}

/** From when until when; their problems are called `start` and `end`. */
export function SpanFields({ typed, problems, onChange }: SpanFieldsProps) {
  return (
    <>
      <DateTimeField
        label="From"
        value={typed.from}
        error={problems.start}
        onChange={(event) => onChange({ ...typed, from: event.target.value })}
      />
      <DateTimeField
        label="To"
        value={typed.to}
        error={problems.end}
        onChange={(event) => onChange({ ...typed, to: event.target.value })}
      />
    </>
  );
}
