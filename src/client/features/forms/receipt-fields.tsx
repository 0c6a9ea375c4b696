import type { UseFormReturn } from 'react-hook-form';
import { Checkbox } from '#client/ui/checkbox.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { lengths } from '#shared/constants.ts';
import type { ProfessionalInput } from '#shared/professionals.ts';
import styles from './form.module.css';
import type { ProfileEntry } from './profile-entry.ts';

/** What a professional's receipts say of them. */
export function ReceiptFields({
  form: { register, formState },
}: {
  form: UseFormReturn<ProfileEntry, unknown, ProfessionalInput>;
}) {
  const { business_name, abn } = formState.errors;
  return (
    <section className={styles.part} aria-labelledby="receipt-settings">
      <h2 id="receipt-settings">On your receipts</h2>
      <div className={styles.form}>
        <TextField
          label="Business name on receipts (optional)"
          hint="Leave blank to use your display name."
          maxLength={lengths.businessName.max}
          autoComplete="organization"
          error={business_name?.message}
          {...register('business_name')}
        />
        <TextField
          label="ABN (optional)"
          hint="11 digits."
          inputMode="numeric"
          autoComplete="off"
          error={abn?.message}
          {...register('abn')}
        />
        <Checkbox label="Registered for GST: receipts are tax invoices" {...register('gst_registered')} />
      </div>
    </section>
  );
}
