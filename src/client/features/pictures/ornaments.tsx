import { Ornament } from '#client/ui/ornament.tsx';
import type { Look, Pattern } from '#shared/ornament-patterns.ts';

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
  /** `pairTurns` of the list that it stands in. */
  turn?: number;
  width?: number;
  height?: number;
  className?: string;
}

interface PicturedService {
  id: string;
  category: string;
  professional: { id: string } | null;
}

/** The pattern of a service's category in its professional's colours. */
export function lookOfService({ category, professional }: PicturedService): Look {
  return { pattern: patternOfCategory(category), id: professional?.id ?? category };
}

export function ServiceOrnament({ service, ...rest }: { service: PicturedService } & PictureProps) {
  return <Ornament {...lookOfService(service)} drawn={service.id} {...rest} />;
}

interface PicturedProfessional {
  id: string;
  specializations: readonly { name: string }[];
}

export function lookOfProfessional({ id, specializations }: PicturedProfessional): Look {
  return { pattern: patternOfProfessional(specializations), id };
}

export function ProfessionalOrnament({ professional, ...rest }: { professional: PicturedProfessional } & PictureProps) {
  return <Ornament {...lookOfProfessional(professional)} {...rest} />;
}
