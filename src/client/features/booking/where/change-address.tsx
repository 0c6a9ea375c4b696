import { type FormEvent, useState } from 'react';
import { saveErrorText, statusOf } from '#client/lib/errors.ts';
import { fieldErrors } from '#client/lib/form-errors.ts';
import { bookingsChanged } from '#client/lib/own-changes.ts';
import { trpc } from '#client/lib/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { FormMessage } from '#client/ui/message.tsx';
import { notify } from '#client/ui/notify.ts';
import type { Booking } from '#shared/bookings.ts';
import type { Role } from '#shared/constants.ts';
import styles from './change-address.module.css';
import { VisitAddressField } from './visit-address-field.tsx';

/** Another address for a visit of somebody mobile, for whoever gave the first one; nothing for others. */
export function ChangeAddress({ booking, role, now }: { booking: Booking; role: Role | null; now: number }) {
  const { id, status, visit_address, guest, client, place, professional } = booking;
  const [isOpen, setIsOpen] = useState(false);
  const [address, setAddress] = useState(visit_address ?? '');
  const utils = trpc.useUtils();
  const change = trpc.bookings.changeVisitAddress.useMutation();
  const isMobile = place?.kind === 'mobile' || visit_address !== null;
  const isOpenYet = (status === 'pending' || status === 'confirmed') && Date.parse(booking.start_time) > now;
  const isOwn = role === 'client' || (role === 'professional' && (Boolean(guest) || visit_address === null));
  if (!isMobile || !isOpenYet || !isOwn) return null;
  if (!isOpen)
    return (
      <Button look="secondary" onClick={() => setIsOpen(true)}>
        {visit_address === null ? 'Add the address' : 'Change the address'}
      </Button>
    );

  async function save(event: FormEvent) {
    event.preventDefault();
    try {
      await change.mutateAsync({ id, visit_address: address.trim() || null });
      bookingsChanged();
      await utils.bookings.invalidate();
      notify.success(role === 'client' ? `We'll let ${professional.display_name} know.` : 'Address saved.');
      setIsOpen(false);
    } catch {
      // The form says it.
    }
  }

  const problem = fieldErrors(change.error).visit_address;
  // What a professional wrote in they change themselves.
  const other = role === 'client' ? professional.display_name : (client?.first_name ?? 'your client');
  const isOfOther = statusOf(change.error) === 403;
  const refusal = isOfOther ? `Please ask ${other} to change it.` : problem ? undefined : saveErrorText(change.error);
  return (
    <form className={styles.form} onSubmit={(event) => void save(event)}>
      <FormMessage>{change.error && refusal}</FormMessage>
      <VisitAddressField
        label="Address of the visit"
        required={role === 'client'}
        value={address}
        error={problem}
        onType={setAddress}
      />
      <Button type="submit" busy={change.isPending} busyText="Saving...">
        Save address
      </Button>
    </form>
  );
}
