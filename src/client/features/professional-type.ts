import type { Professional } from '#shared/professionals.ts';

/** What each type of professional is called on the screens. */
export const professionalTypeNames: Record<Professional['professional_type'], string> = { barber: 'Barber', hairdresser: 'Hairdresser' };
