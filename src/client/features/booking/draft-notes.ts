const key = 'saluni.draft-notes';

/** Storage may be switched off or full: then the notes live as long as the page. */
function quietly<T>(access: () => T): T | undefined {
  try {
    return access();
  } catch {
    return undefined;
  }
}

/** Notes for a professional that were typed in this tab and not sent yet: they survive a reload and the way back to another time. */
export function readDraft(professionalId: string): string {
  const draft: unknown = quietly(() => JSON.parse(sessionStorage.getItem(key) ?? 'null'));
  if (typeof draft !== 'object' || draft === null || !('professionalId' in draft) || !('notes' in draft)) return '';
  return draft.professionalId === professionalId && typeof draft.notes === 'string' ? draft.notes : '';
}

export function keepDraft(professionalId: string, notes: string) {
  quietly(() => (notes ? sessionStorage.setItem(key, JSON.stringify({ professionalId, notes })) : sessionStorage.removeItem(key)));
}
