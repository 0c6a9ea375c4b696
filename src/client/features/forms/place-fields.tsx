import { Controller, type UseFormReturn } from 'react-hook-form';
import { factNames } from '#client/features/where/place-text.ts';
import { Checkbox } from '#client/ui/checkbox.tsx';
import { SelectField, TextArea, TextField } from '#client/ui/text-field.tsx';
import { ToggleChips } from '#client/ui/toggles.tsx';
import { lengths, placeBounds } from '#shared/constants.ts';
import type { ProfessionalInput } from '#shared/professionals.ts';
import { type PlaceKind, placeFacts } from '#shared/rules/place.ts';
import styles from './form.module.css';
import type { ProfileEntry } from './profile-entry.ts';

const kinds: { value: PlaceKind; label: string }[] = [
  { value: 'salon', label: 'In a salon' },
  { value: 'home', label: 'At my home' },
  { value: 'mobile', label: 'I travel to clients' },
];
const facts = placeFacts.map((fact) => ({ value: fact, label: factNames[fact] }));

/** Where clients come to, and how they reach the professional then. */
export function PlaceFields({
  form: { register, control, watch, formState },
}: {
  form: UseFormReturn<ProfileEntry, unknown, ProfessionalInput>;
}) {
  const { errors, dirtyFields } = formState;
  const kind = watch('place.kind');
  const { place, contact_phone } = errors;
  const hasMoved = dirtyFields.place?.address || dirtyFields.place?.kind;
  return (
    <fieldset className={styles.group}>
      <legend>Where you work</legend>
      <SelectField
        label="Kind of place"
        emptyLabel="Choose"
        options={kinds}
        hint={kind === 'mobile' ? 'Clients give their address when they book.' : undefined}
        error={place?.message}
        {...register('place.kind')}
      />
      {(kind === 'salon' || kind === 'home') && (
        <>
          <TextField
            label="Address"
            required
            maxLength={lengths.address.max}
            autoComplete="street-address"
            hint={
              hasMoved
                ? `Only clients with a confirmed booking see it. If some are ahead, we'll email them the new address in ${placeBounds.toldAfterMinutes} minutes.`
                : 'Only clients with a confirmed booking see it.'
            }
            error={place?.address?.message}
            {...register('place.address')}
          />
          <TextArea
            label="How to find you"
            rows={2}
            hint="For the same clients: blue gate, ring twice."
            maxLength={lengths.accessNote.max}
            error={place?.access_note?.message}
            {...register('place.access_note')}
          />
          {kind === 'salon' && <Checkbox label="Show the address on my page" {...register('place.public')} />}
        </>
      )}
      {kind !== '' && (
        <fieldset className={styles.group}>
          <legend>Good to know</legend>
          <Controller
            control={control}
            name="place.facts"
            render={({ field }) => (
              <ToggleChips label="Good to know" options={facts} value={field.value} onChange={field.onChange} />
            )}
          />
        </fieldset>
      )}
      <TextField
        label="Phone for clients"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        hint="For clients with a confirmed booking. It's never on your page."
        error={contact_phone?.message}
        {...register('contact_phone')}
      />
    </fieldset>
  );
}
