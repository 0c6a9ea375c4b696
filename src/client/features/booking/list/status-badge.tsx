import { Badge, type Tone } from '#client/ui/badge.tsx';
import type { Booking } from '#shared/bookings.ts';

const tones: Record<string, Tone> = { confirmed: 'good', pending: 'wait', cancelled: 'bad', completed: 'done' };

/** A booking's status, or that nobody came, as is said from its start on. */
export function statusWord({ status, no_show }: Pick<Booking, 'status' | 'no_show'>): string {
  return no_show ? 'no-show' : status;
}

/** A booking's status in its colour (specification 4), grey for an unknown status. */
export function StatusBadge({ status }: { status: string }) {
  return <Badge tone={tones[status] ?? 'plain'}>{status}</Badge>;
}
