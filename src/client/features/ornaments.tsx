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

/** The pattern that stands for a category; styling and all else is a coil. */
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

/** The pattern of a professional's first specialization (design direction). */
function patternOfProfessional(specializations: readonly { name: string }[]): Pattern {
  return bySpecialization[specializations[0]?.name ?? ''] ?? 'coil';
}

interface PictureProps {
  width?: number;
  height?: number;
  className?: string;
}

/** A service's picture: its category's pattern in its professional's colours. */
export function ServiceOrnament({
  service,
  ...rest
}: { service: { category: string; professional: { id: string } | null } } & PictureProps) {
  return <Ornament pattern={patternOfCategory(service.category)} id={service.professional?.id ?? service.category} {...rest} />;
}

/** A professional's picture in the frame's width. */
export function ProfessionalOrnament({
  professional,
  ...rest
}: { professional: { id: string; specializations: readonly { name: string }[] } } & PictureProps) {
  return <Ornament pattern={patternOfProfessional(professional.specializations)} id={professional.id} {...rest} />;
}
