import { isRecord } from '#client/lib/is-record.ts';
import { quietly } from '#client/lib/stored-keys.ts';

const key = 'saluni.draft-notes';

/** Returns this tab's unsent notes for a professional, which survive a reload and going back to choose another time. */
export function readDraft(professionalId: string): string {
  const draft: unknown = quietly(() => JSON.parse(sessionStorage.getItem(key) ?? 'null'));
  return isRecord(draft) && draft.professionalId === professionalId && typeof draft.notes === 'string' ? draft.notes : '';
}

export function keepDraft(professionalId: string, notes: string) {
  quietly(() => (notes ? sessionStorage.setItem(key, JSON.stringify({ professionalId, notes })) : sessionStorage.removeItem(key)));
}
