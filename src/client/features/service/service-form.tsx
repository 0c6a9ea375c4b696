import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { LargeDeposit } from '#client/features/deposits/large-deposit.tsx';
import { changedFields } from '#client/features/forms/changed-fields.ts';
import styles from '#client/features/forms/form.module.css';
import { FormEnd } from '#client/features/forms/form-end.tsx';
import { NotSaved } from '#client/features/forms/not-saved.tsx';
import { schemaResolver } from '#client/features/forms/schema-resolver.ts';
import { useUnsaved } from '#client/features/forms/use-unsaved.ts';
import { errorText } from '#client/lib/errors.ts';
import { showFieldErrors } from '#client/lib/form-errors.ts';
import { Checkbox } from '#client/ui/checkbox.tsx';
import { notify } from '#client/ui/notify.ts';
import { NumberField, SelectField, TextArea, TextField } from '#client/ui/text-field.tsx';
import { lengths, limits, serviceCategories, serviceParts } from '#shared/constants.ts';
import { largeDepositPercent } from '#shared/rules/deposit.ts';
import { techniques } from '#shared/rules/hair.ts';
import { type Service, type ServiceInput, serviceInput } from '#shared/services.ts';
import { spelled } from '#shared/spelled.ts';
import { techniqueTitle } from '#shared/texture-names.ts';
import { GridEditor } from './grid-editor.tsx';
import {
  type ExtraEntry,
  type Grid,
  inputOfParts,
  leastOf,
  noParts,
  type Parts,
  type PrepareEntry,
  partsOf,
} from './grid-entry.ts';
import { PartsEditor, Preview } from './parts-editor.tsx';
import { ProcessingFields } from './processing-fields.tsx';

/** Values of the fields; numbers as typed. */
export interface ServiceEntry {
  name: string;
  description: string;
  preparation: string;
  price: string;
  deposit: string;
  service_duration_minutes: string;
  processing_start_minutes: string;
  processing_minutes: string;
  category: string;
  technique: string;
  variants: Grid | null;
  extras: ExtraEntry[];
  prepare: PrepareEntry[];
  /** Empty: not said. */
  hair: string;
  min_length_cm: string;
  is_active: boolean;
}

/** Those with a place for a message. */
const fields = [
  'name',
  'description',
  'preparation',
  'price',
  'deposit',
  'service_duration_minutes',
  'processing_start_minutes',
  'processing_minutes',
  'category',
  'technique',
  'variants',
  'extras',
  'prepare',
  'hair',
  'min_length_cm',
] as const;
const categories = serviceCategories.map((category) => ({ value: category, label: spelled(category) }));
const techniqueOptions = techniques.map((value) => ({ value, label: techniqueTitle(value) }));
const hairOptions = [
  { value: 'included', label: 'Included in the price' },
  { value: 'bring', label: 'Clients bring it' },
  { value: 'sold', label: 'You sell it, as an extra' },
];
const empty: ServiceEntry = {
  name: '',
  description: '',
  preparation: '',
  price: '',
  deposit: '',
  service_duration_minutes: '',
  processing_start_minutes: '',
  processing_minutes: '',
  category: serviceCategories[0],
  technique: '',
  ...noParts,
  hair: '',
  min_length_cm: '',
  is_active: true,
};

function entryOf(service: Service): ServiceEntry {
  return {
    ...service,
    ...partsOf(service),
    hair: service.hair ?? '',
    min_length_cm: String(service.min_length_cm ?? ''),
    description: service.description ?? '',
    preparation: service.preparation ?? '',
    price: String(service.price),
    deposit: String(service.deposit ?? ''),
    service_duration_minutes: String(service.service_duration_minutes),
    processing_start_minutes: String(service.processing_start_minutes ?? ''),
    processing_minutes: String(service.processing_minutes ?? ''),
    technique: service.technique ?? '',
  };
}

/** An empty number becomes 0, which is below every minimum and so gets the specification's message. */
function inputOf(entry: ServiceEntry) {
  const optional = (text: string) => (text.trim() === '' ? null : Number(text));
  const least = leastOf(entry.variants, { price: entry.price, minutes: entry.service_duration_minutes });
  return {
    ...entry,
    ...inputOfParts(entry),
    hair: entry.hair || null,
    min_length_cm: optional(entry.min_length_cm),
    price: Number(least.price),
    deposit: optional(entry.deposit),
    service_duration_minutes: Number(least.minutes),
    processing_start_minutes: optional(entry.processing_start_minutes),
    processing_minutes: optional(entry.processing_minutes),
    technique: entry.technique || null,
  };
}

interface ServiceFormProps {
  /** The service to edit; undefined for a new one. */
  service?: Service;
  submitText: string;
  busyText: string;
  failedText: string;
  save: (input: ServiceInput, changed: Partial<ServiceInput>) => Promise<unknown>;
}

/** Validates while the user types (specification 5). */
export function ServiceForm({ service, submitText, busyText, failedText, save }: ServiceFormProps) {
  const [failure, setFailure] = useState<string>();
  const form = useForm<ServiceEntry, unknown, ServiceInput>({
    mode: 'onChange',
    defaultValues: service ? entryOf(service) : empty,
    resolver: schemaResolver(serviceInput, inputOf),
  });
  const { register, handleSubmit, setError, setValue, watch, formState } = form;
  const { errors, isSubmitted, isSubmitting, isDirty, dirtyFields } = formState;
  const isOld = useUnsaved(form);
  const entry = watch();
  const least = leastOf(entry.variants, { price: entry.price, minutes: entry.service_duration_minutes });
  const isLarge = Number(entry.deposit) * 100 > Number(least.price) * largeDepositPercent;
  function setParts(changed: Partial<Parts>) {
    for (const [part, value] of Object.entries(changed))
      setValue(part as keyof Parts, value, { shouldDirty: true, shouldValidate: isSubmitted });
  }
  const isSaving = useRef(false);

  async function submit(input: ServiceInput) {
    // Two presses within one task both come before the button is disabled.
    if (isSaving.current) return;
    isSaving.current = true;
    setFailure(undefined);
    try {
      await save(input, changedFields(input, dirtyFields));
    } catch (error) {
      console.error(failedText, error);
      notify.failure(error, failedText);
      if (!showFieldErrors(error, fields, setError)) setFailure(errorText(error, failedRetry));
    }
    isSaving.current = false;
  }

  /** Parts have no field of their own that could take the focus. */
  function toParts() {
    requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-part-problem]')?.focus());
  }

  return (
    <form className={styles.form} onSubmit={handleSubmit(submit, toParts)} noValidate>
      <div className={styles.columns}>
        <div className={styles.form}>
          <TextField
            label="Service Name"
            required
            maxLength={lengths.serviceName.max}
            error={errors.name?.message}
            {...register('name')}
          />
          <TextArea
            label="Description"
            maxLength={lengths.description.max}
            error={errors.description?.message}
            {...register('description')}
          />
          <TextArea
            label="How to prepare"
            hint="What clients do before they come. We'll put it in their emails, too."
            maxLength={lengths.preparation.max}
            error={errors.preparation?.message}
            {...register('preparation')}
          />
        </div>
        <div className={styles.form}>
          <GridEditor
            grid={entry.variants}
            onChange={(variants) => setParts({ variants })}
            problem={
              [errors.variants, errors.variants?.axes, errors.variants?.cells].find((one) => one?.message)?.message
            }
          />
          {!entry.variants && (
            <div className={styles.pair}>
              <NumberField
                label="Price ($)"
                min={limits.price.min}
                max={limits.price.max}
                step={0.01}
                required
                error={errors.price?.message}
                {...register('price')}
              />
              <NumberField
                label="Duration (minutes)"
                whole
                min={limits.duration.min}
                max={limits.duration.max}
                required
                error={errors.service_duration_minutes?.message}
                {...register('service_duration_minutes')}
              />
            </div>
          )}
          <ProcessingFields
            entry={{ ...entry, service_duration_minutes: least.minutes }}
            serviceId={service?.id}
            register={register}
            setValue={setValue}
            errors={errors}
          />
          <NumberField
            label="Deposit ($)"
            hint="Leave blank to use your usual percentage. 0 for no deposit."
            min={0}
            max={limits.price.max}
            step={0.01}
            error={errors.deposit?.message}
            {...register('deposit')}
          />
          {isLarge && <LargeDeposit />}
          <SelectField
            label="Category"
            options={categories}
            error={errors.category?.message}
            {...register('category')}
          />
          <SelectField
            label="Technique"
            emptyLabel="None of these"
            hint="Clients find the service by it."
            options={techniqueOptions}
            error={errors.technique?.message}
            {...register('technique')}
          />
          <PartsEditor
            parts={entry}
            onChange={setParts}
            problems={{ extras: errors.extras?.message, prepare: errors.prepare?.message }}
          />
          <SelectField
            label="Hair to add"
            emptyLabel="None needed"
            options={hairOptions}
            error={errors.hair?.message}
            {...register('hair')}
          />
          <NumberField
            label="Shortest hair it works on (cm, stretched)"
            whole
            min={serviceParts.lengthCm.min}
            max={serviceParts.lengthCm.max}
            error={errors.min_length_cm?.message}
            {...register('min_length_cm')}
          />
          <Preview parts={entry} />
          <Checkbox label="Active" {...register('is_active')} />
        </div>
      </div>
      <FormEnd failure={failure} submitText={submitText} busy={isSubmitting} busyText={busyText}>
        {isDirty && !isSubmitting && <NotSaved isOld={isOld} />}
      </FormEnd>
    </form>
  );
}

const failedRetry = 'Something went wrong. Please try again.';
