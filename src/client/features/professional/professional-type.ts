import type { Professional } from '#shared/professionals.ts';

/** Labels of the types. */
export const professionalTypeNames: Record<Professional['professional_type'], string> = {
  barber: 'Barber',
  hairdresser: 'Hairdresser',
};
