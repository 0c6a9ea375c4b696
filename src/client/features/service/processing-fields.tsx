import type { FieldErrors, UseFormRegister, UseFormSetValue } from 'react-hook-form';
import { trpc } from '#client/lib/trpc.ts';
import { Checkbox } from '#client/ui/checkbox.tsx';
import { NumberField } from '#client/ui/text-field.tsx';
import { processingMinMinutes, serviceBounds } from '#shared/constants.ts';
import { counted } from '#shared/counted.ts';
import { formatHours } from '#shared/duration.ts';
import { fitsInGap } from '#shared/rules/visit.ts';
import styles from './processing-fields.module.css';
import type { ServiceEntry } from './service-form.tsx';

interface ProcessingFieldsProps {
  entry: ServiceEntry;
  /** The service to edit; undefined for a new one. */
  serviceId: string | undefined;
  register: UseFormRegister<ServiceEntry>;
  setValue: UseFormSetValue<ServiceEntry>;
  errors: FieldErrors<ServiceEntry>;
}

/** Time in which a treatment works by itself and its professional is free, drawn as the three parts of the visit. */
export function ProcessingFields({ entry, serviceId, register, setValue, errors }: ProcessingFieldsProps) {
  const isOn = entry.processing_start_minutes !== '' || entry.processing_minutes !== '';
  return (
    <div className={styles.processing}>
      <Checkbox
        label="Has processing time (you can take another client)"
        checked={isOn}
        onChange={(event) => {
          const given = event.target.checked ? suggestionFor(Number(entry.service_duration_minutes)) : ['', ''];
          setValue('processing_start_minutes', given[0] ?? '', { shouldValidate: true, shouldDirty: true });
          setValue('processing_minutes', given[1] ?? '', { shouldValidate: true, shouldDirty: true });
        }}
      />
      {isOn && (
        <>
          <div className={styles.pair}>
            <NumberField
              label="Hands-on time first (minutes)"
              whole
              min={processingMinMinutes}
              error={errors.processing_start_minutes?.message}
              {...register('processing_start_minutes')}
            />
            <NumberField
              label="Processing (minutes)"
              whole
              min={processingMinMinutes}
              error={errors.processing_minutes?.message}
              {...register('processing_minutes')}
            />
          </div>
          <Drawing entry={entry} serviceId={serviceId} />
        </>
      )}
    </div>
  );
}

/** A third of the service, in steps of five minutes, behind the first third. */
function suggestionFor(minutes: number): string[] {
  const third = Math.max(processingMinMinutes, Math.floor((minutes || 60) / 15) * 5);
  return [String(third), String(third)];
}

function Drawing({ entry, serviceId }: { entry: ServiceEntry; serviceId: string | undefined }) {
  const { data: profile } = trpc.professionals.profile.useQuery();
  const { data: services = [] } = trpc.services.mine.useQuery({ limit: serviceBounds.limit });
  const [whole, before, gap] = [
    Number(entry.service_duration_minutes),
    Number(entry.processing_start_minutes),
    Number(entry.processing_minutes),
  ];
  const after = whole - before - gap;
  if (![before, gap, after].every((minutes) => minutes >= processingMinMinutes)) return null;
  const others = services.filter(({ id, is_active }) => is_active && id !== serviceId);
  const isUnused =
    profile !== undefined &&
    others.length > 0 &&
    !others.some((one) => fitsInGap({ start: before, length: gap }, profile, one.service_duration_minutes));
  const parts = [
    { minutes: before, text: 'your work' },
    { minutes: gap, text: 'processing' },
    { minutes: after, text: 'your work' },
  ];
  return (
    <>
      <ol className={styles.drawing} aria-label="The parts of a visit">
        {parts.map(({ minutes, text }, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: always the same three
            key={index}
            className={styles.part}
            data-free={text === 'processing' || undefined}
            style={{ flexGrow: minutes }}
          >
            <span className="figure">{formatHours(minutes)}</span>
            <span>{text}</span>
          </li>
        ))}
      </ol>
      {isUnused && (
        <p className={styles.unused} role="status">
          None of your services can begin and end in this gap: times are offered every {profile.slot_interval_minutes}{' '}
          minutes{profile.buffer_minutes > 0 && `, with ${counted(profile.buffer_minutes, 'minute')} between visits`}.
        </p>
      )}
    </>
  );
}
