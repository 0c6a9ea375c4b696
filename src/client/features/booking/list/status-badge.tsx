import { Badge, type Tone } from '#client/ui/badge.tsx';

const tones: Record<string, Tone> = { confirmed: 'good', pending: 'wait', cancelled: 'bad', completed: 'done' };

/** A booking's status in its colour (specification 4), grey for an unknown status. */
export function StatusBadge({ status }: { status: string }) {
  return <Badge tone={tones[status] ?? 'plain'}>{status}</Badge>;
}
