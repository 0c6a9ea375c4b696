import { type Reach, reaches } from '#client/features/booking/series/use-later-visits.ts';
import { useUnsavedState } from '#client/features/forms/use-unsaved.ts';
import { ConfirmDialog } from '#client/ui/dialog.tsx';
import { FormMessage } from '#client/ui/message.tsx';
import { TextArea } from '#client/ui/text-field.tsx';
import { ChoiceChips } from '#client/ui/toggles.tsx';
import type { Booking } from '#shared/bookings.ts';
import { lengths, type Role } from '#shared/constants.ts';
import { counted } from '#shared/counted.ts';
import { isolated } from '#shared/isolated.ts';
import { personFirstName } from '#shared/person-name.ts';
import { refundDays } from '#shared/rules/deposit.ts';
import { formatPrice } from '#shared/rules/price.ts';
import { formatShortDay, formatTimes, zoneAbbreviation } from '#shared/time.ts';

interface CancelDialogProps {
  booking: Booking;
  viewer: Role;
  busy: boolean;
  /** How far it goes, where it is a visit of a series with so many later ones. */
  reach?: { value: Reach; onChange: (reach: Reach) => void; later: number };
  /** Why the last attempt failed. */
  problem?: string | undefined;
  /** Said once it can be cancelled no more. */
  tooLate?: string | undefined;
  /** `reason` is undefined if none was typed. */
  onCancel: (reason: string | undefined) => void;
  onKeep: () => void;
}

/**
 * Asks once before a booking is cancelled or a request declined: whose time is given back, and why, if the viewer wants
 * to say so.
 */
export function CancelDialog(props: CancelDialogProps) {
  const { booking, viewer, busy, reach, problem, tooLate, onCancel, onKeep } = props;
  const [reason, setReason] = useUnsavedState(`cancel ${booking.id}`, '');
  const { professional } = booking;
  const person = personFirstName(booking);
  // Nobody but mail reaches a guest.
  const isReached = booking.client !== null || Boolean(booking.guest?.email);
  const told = [
    ...(viewer !== 'client' && isReached ? [person] : []),
    ...(viewer !== 'professional' ? [isolated(professional.display_name)] : []),
  ];
  const whose = viewer === 'professional' ? 'your time' : `${isolated(professional.display_name)}'s time`;
  // A request that is taken back or declined can be made again.
  const isRequest = booking.status === 'pending';
  const areTold =
    told.length > 0
      ? `We'll let ${told.join(' and ')} know.`
      : `${person} left no email address, so please tell them yourself.`;
  const later = reach?.value === 'later' ? reach.later : 0;
  const andLater = later > 0 ? `, and ${counted(later, 'later visit')}` : '';
  return (
    <ConfirmDialog
      open
      close={onKeep}
      title={later > 0 ? 'Cancel these bookings?' : 'Cancel this booking?'}
      description={`This frees up ${whose}: ${spanText(booking)}${andLater}. ${areTold}${isRequest ? '' : " You can't undo this."}${depositText(booking, viewer)}`}
      cancelText={later > 0 ? 'Keep Bookings' : 'Keep Booking'}
      confirmText={`Cancel ${later > 0 ? `these ${later + 1} bookings` : 'this booking'}${refundText(booking, viewer)}`}
      danger
      busy={busy}
      busyText="Cancelling..."
      onConfirm={() => onCancel(reason.trim() || undefined)}
    >
      {reach && <ChoiceChips label="Which visits" options={reaches} value={reach.value} onChange={reach.onChange} />}
      <TextArea
        label="Reason (optional)"
        hint={told.length > 0 ? `${told.length > 1 ? 'Both' : told[0]} will read it.` : undefined}
        rows={3}
        maxLength={lengths.cancelReason.max}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      {problem === undefined && <FormMessage>{tooLate}</FormMessage>}
      {problem !== undefined && (
        <FormMessage>
          <p>Failed to cancel booking.</p>
          {problem && <p>{problem}</p>}
        </FormMessage>
      )}
    </ConfirmDialog>
  );
}

/** The deed has the deposit with it that certainly goes back. */
function refundText({ deposit }: Booking, viewer: Role) {
  if (deposit?.status !== 'received') return '';
  return viewer === 'client' ? `, get ${formatPrice(deposit.amount)} back` : `, refund ${formatPrice(deposit.amount)}`;
}

/** What happens to its deposit; nothing where none was paid. */
function depositText({ deposit, professional }: Booking, viewer: Role) {
  if (deposit?.status !== 'said_paid' && deposit?.status !== 'received') return '';
  const amount = formatPrice(deposit.amount);
  const wasReceived = deposit.status === 'received';
  if (viewer === 'professional')
    return wasReceived
      ? ` You send the deposit of ${amount} back within ${refundDays.last} days.`
      : ` If the deposit of ${amount} reaches you, you send it back within ${refundDays.last} days.`;
  const name = isolated(professional.display_name);
  const sent = `${name} sends ${viewer === 'client' ? 'your' : 'the'} deposit of ${amount} back within ${refundDays.last} days.`;
  return wasReceived ? ` ${sent}` : ` If it arrives, ${sent}`;
}

function spanText({ start_time, end_time, professional }: Booking) {
  const [start, end] = [Date.parse(start_time), Date.parse(end_time)];
  const zone = professional.time_zone;
  return `${formatShortDay(start, zone, Date.now())}, ${formatTimes(start, end, zone)} ${zoneAbbreviation(end, zone)}`;
}
