import type { OwnProfessional, ProfessionalInput } from '#shared/professionals.ts';

/**
 * The profile as it is now, with `changed` in it: it is saved whole, and another tab may have changed the rest
 * meanwhile. Settings that are left out stay.
 */
export function profileWith(latest: OwnProfessional, changed: Partial<ProfessionalInput>): ProfessionalInput {
  const { display_name, professional_type, location, bio, experience_years, profile_picture, is_active } = latest;
  const specializations = latest.specializations.map(({ id }) => id);
  return {
    display_name,
    professional_type,
    location,
    bio,
    experience_years,
    profile_picture,
    is_active,
    specializations,
    ...changed,
  };
}
