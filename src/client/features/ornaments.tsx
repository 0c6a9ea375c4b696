import { Ornament } from '#client/ui/ornament.tsx';
import type { Pattern } from '#client/ui/ornament-patterns.ts';

const byCategory: Record<string, Pattern> = {
  Haircut: 'fade',
  'Cuts and Trims': 'fade',
  Braids: 'braid',
  'Protective Styles': 'braid',
  'Weaves and Wigs': 'braid',
  'Loc Services': 'loc',
  Treatment: 'wave',
  Color: 'wave',
};

/** Returns a category's pattern; styling and unknown categories get the coil. */
export function patternOfCategory(category: string): Pattern {
  return byCategory[category] ?? 'coil';
}

const bySpecialization: Record<string, Pattern> = {
  Barber: 'fade',
  Braider: 'braid',
  'Weave and Wig Specialist': 'braid',
  'Curl Specialist': 'coil',
  'Natural Hair Stylist': 'coil',
  Loctician: 'loc',
  'Colorist for Textured Hair': 'wave',
  'Scalp Care Specialist': 'wave',
  'Silk Press Specialist': 'wave',
};

/** Returns the pattern of a professional's first specialization (design direction). */
function patternOfProfessional(specializations: readonly { name: string }[]): Pattern {
  return bySpecialization[specializations[0]?.name ?? ''] ?? 'coil';
}

interface PictureProps {
  width?: number;
  height?: number;
  className?: string;
}

/** The pattern of a service's category in its professional's colours. */
export function ServiceOrnament({
  service,
  ...rest
}: { service: { category: string; professional: { id: string } | null } } & PictureProps) {
  return <Ornament pattern={patternOfCategory(service.category)} id={service.professional?.id ?? service.category} {...rest} />;
}

export function ProfessionalOrnament({
  professional,
  ...rest
}: { professional: { id: string; specializations: readonly { name: string }[] } } & PictureProps) {
  return <Ornament pattern={patternOfProfessional(professional.specializations)} id={professional.id} {...rest} />;
}
